import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { build as buildCommonGen } from '../packages/sensebench/src/benchmarks/commongen/commands/build.ts';
import { build as buildSituatedGen } from '../packages/sensebench/src/benchmarks/situatedgen/commands/build.ts';
import { build as buildTgcsr } from '../packages/sensebench/src/benchmarks/tgcsr/commands/build.ts';
import { croissantFaults } from '../packages/sensebench/src/build/index.ts';
import { actions } from '../packages/sensebench/src/cli/commands/dataset.ts';
import { starterCorpus } from '../packages/sensebench/src/statements/sources/read-starter.ts';
import { builtStarter } from './built-starter.ts';
import { quietContext } from './quiet-context.ts';

let folder: string;
const tools = createToolbox({ environment: {}, say: () => undefined });
const context = quietContext({ tools });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-apply-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const text = (...path: string[]) => readFileSync(join(...path), 'utf8');

function writeDecisions(name: string, decisions: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, decisions.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

async function apply(options: Record<string, unknown>) {
  const { apply: action } = actions;
  const { json: result } = await action.run(action.options.parse(options), context);
  return result as {
    out: string;
    earlier: string;
    removed: string[];
    changed: { id: string; fields: string[] }[];
    kept: number;
    rows: Record<string, number>;
  };
}

/** The manifest lists what is there, with the right hashes; Croissant is valid. */
async function expectWhole(out: string) {
  const { hashFile } = await import('../packages/sensebench/src/files/index.ts');
  for (const [path, { sha256 }] of Object.entries(json(out, 'dataset.json').files as Record<string, { sha256: string }>))
    expect(await hashFile(join(out, path))).toBe(sha256);
  expect(croissantFaults(json(out, 'croissant.json'))).toEqual([]);
}

describe('dataset apply', () => {
  it('removes what the filter removes, with ledger, statistics, card, page and training files; the earlier state is kept', async () => {
    const out = join(folder, 'situated');
    await buildSituatedGen.run(
      buildSituatedGen.options.parse({
        out,
        entities: 'model',
        also: ['seq2seq', 'filter'],
        cache: (await builtStarter()).steps,
      }),
      context,
    );
    const before = rowsOf(join(out, 'test.jsonl'));
    const yes = { keywords: 'yes', context: 'yes', commonsense: 'yes', antithesis: 'yes', dependence: 'yes' };
    const decisions = before.flatMap(({ ids }: { ids: string[] }, i: number) =>
      ['simulated-1', 'simulated-2'].map((annotator) => ({
        task: 'situatedgen/filter',
        item: ids.join('|'),
        annotator,
        value: { ...yes, antithesis: i < 3 ? 'no' : 'yes' },
      })),
    );
    const stats = json(out, 'stats.json');
    const result = await apply({ folder: out, task: 'filter', split: ['test'], decisions: [writeDecisions('filter.jsonl', decisions)] });
    expect(result).toMatchObject({ out, earlier: `${out}.before-1`, changed: [], kept: before.length - 3 });
    expect(result.removed).toHaveLength(3);
    expect(rowsOf(join(out, 'test.jsonl'))).toEqual(before.slice(3));
    expect(rowsOf(join(`${out}.before-1`, 'test.jsonl'))).toEqual(before);
    const after = json(out, 'stats.json');
    expect(after.splits.test.examples).toBe(before.length - 3);
    expect(after.splits.train).toEqual(stats.splits.train);
    expect(after.mining.found).toBe(stats.mining.found);
    expect(after.filter).toMatchObject({ judged: before.length, undecided: 0, removedShare: expect.closeTo(3 / before.length, 10) });
    expect(after.dropped.filter['criterion antithesis']).toBe(3 + (stats.dropped.filter?.['criterion antithesis'] ?? 0));
    expect(rowsOf(join(out, 'training/seq2seq-test.jsonl'))).toHaveLength(before.length - 3);
    expect(text(out, 'README.md')).toContain('2 annotators made');
    expect(text(out, 'README.md')).toMatch(/simulated/i);
    expect(text(out, 'report.html')).toContain(`test ${before.length - 3}`);
    expect(json(out, 'dataset.json').config.applied).toMatchObject([{ task: 'situatedgen/filter', removed: 3, changed: 0 }]);
    await expectWhole(out);
    await expectWhole(`${out}.before-1`);
  });

  it('puts written references into the rows of CommonGen, in another folder', async () => {
    const out = join(folder, 'common');
    const captions = [join(starterCorpus(), 'captions', 'captions.txt')];
    await buildCommonGen.run(buildCommonGen.options.parse({ out, captions, dev: '3=10', test: '4=5', format: ['t5'] }), context);
    const [first, ...others] = rowsOf(join(out, 'test.jsonl'));
    const value = { sentence: `There is ${first.concept_set.split('#').join(' and ')}.`, rationale: 'Such things happen.' };
    const decisions = writeDecisions('references.jsonl', [
      { task: 'commongen/references', item: first.concept_set, annotator: 'w1', value },
    ]);
    const result = await apply({ folder: out, task: 'references', decisions: [decisions], out: `${out}-2` });
    expect(result).toMatchObject({ out: `${out}-2`, earlier: out, removed: [], changed: [{ fields: ['scene', 'reason'] }] });
    expect(rowsOf(join(`${out}-2`, 'test.jsonl'))).toEqual([{ ...first, scene: [value.sentence], reason: [value.rationale] }, ...others]);
    expect(json(`${out}-2`, 'stats.json')).toMatchObject({ withoutPeople: 14, missingConcepts: { references: 0 } });
    expect(json(`${out}-2`, 'stats.json').splits.dev).toEqual(json(out, 'stats.json').splits.dev);
    expect(text(`${out}-2`, 'README.md')).toContain('1 annotators made 1 decisions');
    await expectWhole(`${out}-2`);
  });

  it('makes labels of TG-CSR from new ratings', async () => {
    const out = join(folder, 'tg');
    const source = join(starterCorpus(), 'tgcsr', 'moving-house');
    await buildTgcsr.run(buildTgcsr.options.parse({ author: source, ratings: [join(source, 'ratings.csv')], out }), context);
    const rows = ['train', 'dev', 'test'].flatMap((split) => rowsOf(join(out, `${split}.jsonl`)));
    const decisions = rows.flatMap(({ id, label }: { id: string; label: string }, i: number) =>
      ['A', 'B', 'C'].map((annotator, who) => {
        const turned = i === 0 ? label === 'no' : label === 'yes';
        // Nobody agrees on the second pair.
        const rating = i === 1 ? [1, 4, null][who] : turned ? 4 : 1;
        return { task: 'tgcsr/rate', item: id, annotator, value: { rating } };
      }),
    );
    const result = await apply({ folder: out, task: 'tgcsr/rate', decisions: [writeDecisions('rate.jsonl', decisions)] });
    expect(result.removed).toEqual([rows[1].id]);
    const after = ['train', 'dev', 'test'].flatMap((split) => rowsOf(join(out, `${split}.jsonl`)));
    expect(after[0].label).toBe(rows[0].label === 'yes' ? 'no' : 'yes');
    expect(after).toHaveLength(rows.length - 1);
    expect(after[2]).toMatchObject({ ratings: 3, agreement: 1 });
    const stats = json(out, 'stats.json');
    expect(stats.all.pairs).toBe(rows.length - 1);
    expect(stats.agreement.overall.pairs).toBe(rows.length);
    expect(rowsOf(join(out, 'ratings.jsonl'))).toHaveLength(rows.length * 3);
    expect(text(out, 'README.md')).toContain(`${rows.length - 1} question–answer pairs`);
    await expectWhole(out);
  });

  it('applied again, keeps one more earlier state and changes nothing', async () => {
    const out = join(folder, 'situated');
    const rows = rowsOf(join(out, 'test.jsonl'));
    const again = await apply({ folder: out, task: 'filter', split: ['test'], decisions: [join(folder, 'filter.jsonl')] });
    expect(again).toMatchObject({ removed: [], changed: [], earlier: `${out}.before-2` });
    expect(rowsOf(join(out, 'test.jsonl'))).toEqual(rows);
    expect(existsSync(`${out}.before-2`)).toBe(true);
  });

  it('refuses a task that changes no rows, an unknown one, another split, and leaves the folder as it was', async () => {
    const out = join(folder, 'situated');
    const before = text(out, 'dataset.json');
    const decisions = [join(folder, 'filter.jsonl')];
    await expect(apply({ folder: out, task: 'nothing', decisions })).rejects.toThrow(/unknown task "nothing"/);
    await expect(apply({ folder: out, task: 'filter', split: ['extra'], decisions })).rejects.toThrow('unknown split "extra"');
    const audit = writeDecisions('audit.jsonl', [
      {
        task: 'situatedgen/audit',
        item: rowsOf(join(out, 'test.jsonl'))[0].ids.join('|'),
        annotator: 'A',
        value: { antithesis: 'yes', dependence: 'yes' },
      },
    ]);
    await expect(apply({ folder: out, task: 'audit', decisions: [audit] })).rejects.toThrow('changes no rows');
    expect(text(out, 'dataset.json')).toBe(before);
    expect(existsSync(`${out}.before-3`)).toBe(false);
  });
});
