/** The commands on run folders, from evaluation to judgement, and the documented benchmark of one's own. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Action, Scores } from '../../packages/metrics/src/core/index.ts';
import { loadTools } from '../../packages/metrics/src/metrics/index.ts';
import { action as compare } from '../../packages/sensebench/src/cli/commands/compare.ts';
import { action as evaluate } from '../../packages/sensebench/src/cli/commands/evaluate.ts';
import { action as judge } from '../../packages/sensebench/src/cli/commands/judge.ts';
import { action as report } from '../../packages/sensebench/src/cli/commands/report.ts';
import { action as rescore } from '../../packages/sensebench/src/cli/commands/rescore.ts';
import { resultText } from '../../packages/sensebench/src/report/index.ts';
import { startFakeOpenAi } from '../fake-openai-server.ts';
import { quietContext } from '../quiet-context.ts';

const OWN = join(import.meta.dirname, '../../docs/examples/my-benchmark.js');
const PROVERBS = join(import.meta.dirname, '../../docs/examples/proverbs.jsonl');

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-commands-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const context = quietContext({
  tools: loadTools,
  say: (line) => void said.push(line),
  warn: (line) => void said.push(line),
  now: () => new Date(0),
});

async function call<T>(action: Action, options: Record<string, unknown>): Promise<{ json: T; text: string }> {
  const result = await action.run(action.options.parse(options), context);
  return { json: result.json as T, text: resultText(result) };
}

async function writeLines(name: string, rows: readonly unknown[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}

const GOOD = ['never boils', 'light work', 'run deep', 'built in a day', 'catches a worm', 'louder than words'];
const BAD = ['is hot', 'light work', 'are wet', 'a town', 'sings', 'only for themselves alone'];

async function proverbRun(name: string, endings: readonly string[]): Promise<string> {
  const file = await writeLines(
    `${name}.jsonl`,
    endings.map((prediction, i) => ({ id: String(i + 1), prediction })),
  );
  const out = join(folder, name);
  await call(evaluate, { benchmark: OWN, dataset: PROVERBS, model: `file:${file}`, out });
  return out;
}

describe("a benchmark of one's own", () => {
  it('is evaluated, rescored, compared and reported without a change elsewhere', async () => {
    const good = await proverbRun('good', GOOD);
    const bad = await proverbRun('bad', BAD);
    const scores = JSON.parse(await readFile(join(good, 'scores.json'), 'utf8')) as Scores;
    expect(scores).toMatchObject({
      benchmark: 'proverbs',
      items: 6,
      signatures: { exact: 'exact|case:lower|punctuation:dropped|v:0.0.0' },
    });
    expect(scores.corpus.exact).toBeCloseTo(5 / 6, 12);
    expect(scores.breakdowns?.theme.work.corpus.exact).toBe(0.5);
    expect(await readFile(join(good, 'report.html'), 'utf8')).toContain('Proverbs: good');

    const again = await call<Scores>(rescore, { run: [good], benchmark: OWN, metrics: ['exact'], ci: true });
    expect(again.json.corpus).toEqual({ exact: scores.corpus.exact });
    expect(again.json.intervals?.exact).toHaveLength(2);

    const compared = await call<{ metrics: Record<string, Record<string, number>>; wins: number; losses: number; ties: number }>(compare, {
      run: [good, bad],
      benchmark: OWN,
    });
    expect(compared.json).toMatchObject({ wins: 4, losses: 0, ties: 2, metrics: { exact: { wins: 4 } } });
    const { exact } = compared.json.metrics;
    expect(exact.difference).toBeCloseTo(exact.good - exact.bad, 12);
    // Paired proportions: with an item more for each, 5 of 8 against 1 of 8 are two standard errors apart.
    expect(exact.p).toBeCloseTo(0.0455, 4);
    expect(exact.pHolm).toBeGreaterThanOrEqual(exact.p);
    // Four items differ, all one way: 2 of 2^4 exchanges are as large.
    const exchanged = await call<typeof compared.json>(compare, { run: [good, bad], benchmark: OWN, test: 'permutation' });
    expect(exchanged.json.metrics.exact.p).toBeCloseTo(2 / 16, 12);

    const chosen = await call(compare, { run: [bad, good], select: 'rougeL' }).catch((error: Error) => error);
    expect(chosen).toMatchObject({ message: expect.stringMatching(/unknown score "rougeL"/) });
    await call(rescore, { run: [good, bad], benchmark: OWN });
    expect((await call(compare, { run: [bad, good], select: 'rougeL' })).json).toMatchObject({ selected: 'good', by: 'rougeL' });

    const both = join(folder, 'both.html');
    expect((await call(report, { run: [good, bad], benchmark: OWN, out: both })).json).toMatchObject({
      out: both,
      runs: ['good', 'bad'],
      items: 6,
    });
    expect(await readFile(both, 'utf8')).toContain('good and bad furthest apart by exact');
  });

  it('is planned for with a stored run, two of them, or a stated variance', async () => {
    const [good, bad] = [await proverbRun('good', GOOD), await proverbRun('bad', BAD)];
    type Power = { power: { items: number; detectable: Record<string, Record<string, number>> } };
    const stored = await call<Power>(compare, { run: [good, bad], benchmark: OWN, power: true });
    const more = await call<Power>(compare, { run: [good, bad], benchmark: OWN, power: true, items: 24 });
    // Four times the items halve what can be seen.
    expect(more.json.power.detectable['good - bad'].exact).toBeCloseTo(stored.json.power.detectable['good - bad'].exact / 2, 12);
    expect((await call<Power>(compare, { run: [good], benchmark: OWN, power: true })).json.power.items).toBe(6);
    const stated = await call<{ power: { detectable: number } }>(compare, { power: true, variance: 0.25, items: 100_000 });
    expect(stated.json.power.detectable).toBeCloseTo(2.8016 * Math.sqrt(0.25 / 100_000), 5);
    await expect(call(compare, { power: true, variance: 0.25 })).rejects.toThrow('--items');
  });

  it('is not needed to compare plain files', async () => {
    const file = async (name: string, lines: readonly string[]) => {
      await writeFile(join(folder, name), `${lines.join('\n')}\n`);
      return join(folder, name);
    };
    const references = [await file('refs.txt', ['a dog runs', 'a cat sleeps', 'the sun is hot'])];
    const run = [await file('a.txt', ['a dog runs', 'a cat sleeps', 'the sun is hot']), await file('b.txt', ['a dog', 'cats', 'sun'])];
    const { json, text } = await call<{ pairs: object[]; resampling: object }>(compare, {
      ...{ run, references, metrics: ['rougeLCoco'], test: 'permutation' },
    });
    expect(json).toMatchObject({
      items: 3,
      runs: ['a.txt', 'b.txt'],
      wins: 3,
      losses: 0,
      metrics: { rougeLCoco: { 'a.txt': 1, p: 2 / 8 } },
    });
    expect(json.resampling).toMatchObject({ method: 'exact-permutation', unit: 'item', units: 3 });
    expect(text).toContain('a.txt is not distinguishable from b.txt');
    await expect(call(compare, { run })).rejects.toThrow('--references');
    await expect(call(compare, { run: [run[0], await file('c.txt', ['one'])], references })).rejects.toThrow(/c\.txt.*1 lines/);
  });

  it('refuses another dataset, and finds one that moved when told', async () => {
    const copy = join(folder, 'proverbs.jsonl');
    await writeFile(copy, await readFile(PROVERBS));
    const file = await writeLines(
      'p.jsonl',
      GOOD.map((prediction, i) => ({ id: String(i + 1), prediction })),
    );
    const out = join(folder, 'run');
    await call(evaluate, { benchmark: OWN, dataset: copy, model: `file:${file}`, out });
    await rename(copy, join(folder, 'moved.jsonl'));
    await expect(call(rescore, { run: [out], benchmark: OWN })).rejects.toThrow(/--dataset/);
    await call(rescore, { run: [out], benchmark: OWN, dataset: join(folder, 'moved.jsonl') });
    await writeFile(join(folder, 'other.jsonl'), (await readFile(PROVERBS, 'utf8')).replace('boils', 'cooks'));
    await expect(call(rescore, { run: [out], benchmark: OWN, dataset: join(folder, 'other.jsonl') })).rejects.toThrow(/content differs/);
  });
});

describe('a judge', () => {
  it('compares two runs in both orders, goes on where it stopped, and is compared with people', async () => {
    const [good, bad] = [await proverbRun('good', GOOD), await proverbRun('bad', BAD)];
    // Prefers the longer output, whatever its place; undecided where both are the same.
    const fake = await startFakeOpenAi({
      say: (prompt) => {
        const [a = '', b = ''] = [...prompt.matchAll(/<output>\n(.*)\n<\/output>/g)].map(([, text]) => text);
        return a === b ? 'tie' : a.length > b.length ? 'A' : 'B';
      },
    });
    try {
      const vote = (item: string) => ({
        item,
        annotator: 'A',
        task: 'proverbs/compare',
        value: { places: { good: 1, bad: 2 } },
      });
      const decisions = await writeLines('votes.jsonl', [vote('1'), vote('2')]);
      const model = `openai:fake@${fake.baseURL}`;
      const options = { run: [good, bad], benchmark: OWN, model, out: join(folder, 'judged'), decisions: [decisions] };
      const { json } = await call(judge, options);
      expect(json).toMatchObject({
        task: 'proverbs/compare',
        items: 6,
        unclear: 0,
        position: { both: 6, turned: 0 },
        perAnnotator: { [model]: { items: 6, comparisons: 2, agreement: 0.5 } },
      });
      expect(fake.bodies).toHaveLength(12);
      expect((await call(judge, options)).json).toEqual(json);
      expect(fake.bodies).toHaveLength(12);
      const lines = (await readFile(join(folder, 'judged', 'decisions.jsonl'), 'utf8')).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).value.places).filter(({ good: place, bad: other }) => place < other)).toHaveLength(4);
      expect(existsSync(join(folder, 'judged', 'judge.json'))).toBe(true);
      await expect(call(judge, { ...options, run: [good], decisions: [] })).rejects.toThrow(/another/);
    } finally {
      await fake.close();
    }
  });
});
