/** What the check of a submission accepts and what its scoring reads is the same, for all three benchmarks and in the scripts of the starter kits. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Item } from '../packages/metrics/src/core/index.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { CHECKER as TGCSR_CHECKER } from '../packages/sensebench/src/benchmarks/tgcsr/kit/starter-kit.ts';
import { checkSubmission, itemsOfPhases, parsePhases, scoreSubmission } from '../packages/studio/src/leaderboard/index.ts';
import { CHECKER } from '../packages/studio/src/leaderboard/kit/checker.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-checked-'));
afterAll(() => rmSync(folder, { recursive: true }));
const app = createApp({ environment: {}, threads: { start: () => null, close: () => undefined } });

/** The first row is the one that is tried; the second is always fine. */
const IDS = ['tried', 'fine'];
const BENCHMARKS = {
  tgcsr: { metric: 'accuracy', fine: 'no', references: ['yes', 'no'], labels: ['yes', 'no'] },
  commongen: { metric: 'bleu4', fine: 'A dog runs.', references: ['A dog runs.'], labels: undefined },
  situatedgen: { metric: 'bleu4', fine: 'A dog runs. It is summer.', references: ['A dog runs. It is summer.'], labels: undefined },
} as const;
type Name = keyof typeof BENCHMARKS;

const fileOf = (prediction: unknown, fine: string) =>
  `${JSON.stringify({ id: 'tried', prediction })}\n${JSON.stringify({ id: 'fine', prediction: fine })}\n`;

async function trial(name: Name) {
  const { metric, fine, references, labels } = BENCHMARKS[name];
  const benchmark = await app.benchmark(name);
  const input = { question: 'May one?', answer: 'One may.', concepts: ['dog', 'run'], keywords: ['dog', 'summer'] };
  const itemsWith = (reference: string): Item[] =>
    IDS.map((id) => ({ id, input, references: [reference], meta: { statements: ['A dog runs.', 'It is summer.'], ids: ['1', '2'] } }));
  const [phase] = parsePhases({
    title: name,
    metrics: [labels ? 'classification' : 'bleu'],
    rank: metric,
    phases: [{ name: 'only', start: '2027-01-01T00:00:00Z' }],
  }).phases;
  const phaseItems = (reference: string) =>
    itemsOfPhases({ title: name, phases: [phase] }, { splits: { test: itemsWith(reference) }, benchmark: { breakdowns: {} } })[0];
  const path = join(folder, `${name}.jsonl`);
  const scratch = join(folder, `${name}-scratch`);
  mkdirSync(scratch, { recursive: true });
  return {
    /** What is stored, or null where the row is refused at its line. */
    async check(prediction: unknown) {
      writeFileSync(path, fileOf(prediction, fine));
      try {
        return (await checkSubmission(path, { items: itemsWith(references[0]), benchmark, name: 'p.jsonl', scratch })).predictions;
      } catch (error) {
        expect(String(error)).toMatch(/p\.jsonl:1\b/);
        return null;
      }
    },
    /** Does a score depend on what the row says? A label is right for one of the references, a text is not empty. */
    async reads(predictions: { id: string; prediction: string | readonly string[] }[]) {
      const scorer = app.scorer(phase.metrics);
      const scored = await Promise.all(
        references.map((reference) =>
          scoreSubmission({ id: 's', predictions }, { phase, items: phaseItems(reference), benchmark, scorer }),
        ),
      );
      if (!labels) return scored[0].parts.all?.empty === undefined;
      const right = scored.map(({ parts }) => 2 * (parts.all?.corpus.accuracy ?? 0));
      return right[0] + right[1] === 2;
    },
  };
}

const word = fc.constantFrom(
  'yes',
  'no',
  'Yes',
  ' NO. ',
  'true',
  '0',
  'perhaps',
  'yes, it is',
  'the answer is no',
  'NaN',
  'none',
  ' null',
  'A dog.',
);
const text = fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 5 }));
const prediction = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.constantFrom<unknown>(1, true, null, ['yes', 1], [['yes']], { label: 'yes' }),
);
const isBlank = (own: unknown) => [own].flat().join(' ').trim() === '';

describe.each(Object.keys(BENCHMARKS) as Name[])('%s: a row is accepted', (name) => {
  it('exactly when the scorer reads an answer from it', async () => {
    const { check, reads } = await trial(name);
    await fc.assert(
      fc.asyncProperty(prediction, async (own) => {
        const texts = [own].flat().filter((each): each is string => typeof each === 'string');
        const isText = texts.length === [own].flat().length;
        const stored = await check(own);
        const asSent = [
          { id: 'tried', prediction: typeof own === 'string' ? own : texts },
          { id: 'fine', prediction: BENCHMARKS[name].fine },
        ];
        // An empty text is accepted with a note, and counts as empty.
        const expected = isText && (isBlank(own) ? BENCHMARKS[name].labels === undefined : await reads(asSent));
        expect([own, stored !== null]).toEqual([own, expected]);
        if (stored !== null && !isBlank(own)) expect(await reads(stored)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('by the checker of the starter kit too', async () => {
    const { check } = await trial(name);
    const { fine, labels } = BENCHMARKS[name];
    const kits = { [name]: [CHECKER, 'ids.jsonl'], ...(name === 'tgcsr' ? { 'tgcsr-kit': [TGCSR_CHECKER, 'data/test.jsonl'] } : {}) };
    const rows = ['yes', 'NO.', 'yes, it is', 'NaN', ['no', 'yes'], ['yes'], ['yes', 1], null];
    for (const [kit, [script, ids]] of Object.entries(kits)) {
      const own = join(folder, `kit-${kit}`);
      mkdirSync(join(own, 'data'), { recursive: true });
      writeFileSync(join(own, 'check.mjs'), script);
      writeFileSync(join(own, 'format.json'), '{"labels":null}');
      writeFileSync(join(own, ids), IDS.map((id) => `${JSON.stringify({ id, labels })}\n`).join(''));
      for (const row of rows) {
        writeFileSync(join(own, 'mine.jsonl'), fileOf(row, fine));
        const { status } = spawnSync(process.execPath, ['check.mjs', 'mine.jsonl'], { cwd: own });
        expect([kit, row, status === 0]).toEqual([kit, row, (await check(row)) !== null]);
      }
    }
  });
});
