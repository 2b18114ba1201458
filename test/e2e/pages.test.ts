/** Every kind of page: html-validate and axe-core find nothing, wide, on a phone and in the dark; rows and drops are searched and linked. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseHTML } from 'linkedom';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ActionContext,
  type Benchmark,
  describeInput,
  type Item,
  type Runner,
  type Scores,
} from '../../packages/metrics/src/core/index.ts';
import { createApp } from '../../packages/sensebench/src/app/index.ts';
import { writeDataset } from '../../packages/sensebench/src/build/index.ts';
import { writeSuiteReport } from '../../packages/sensebench/src/cli/suite/suite-report.ts';
import { evaluate, readRun, renderRunReport } from '../../packages/sensebench/src/evaluate/index.ts';
import { compareHeadline } from '../../packages/sensebench/src/evaluate/scores/index.ts';
import { printedScore } from '../../packages/sensebench/src/report/runs/printed-scores.ts';
import { launchBrowser } from '../browser.ts';
import { markupFaults, shownFaults } from '../page-faults.ts';
import { quietContext } from '../quiet-context.ts';

const corpus = fileURLToPath(new URL('../../corpus/', import.meta.url));
const PLACES = ['Japan', 'Kenya', 'Peru', 'France', 'Chile', 'Egypt', 'India', 'Canada'];
const THINGS = ['rice', 'coffee', 'grapes', 'olives', 'cotton', 'timber'];

let folder: string;
let context: ActionContext;
let browser: Browser | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-pages-'));
  const app = createApp({ environment: {}, version: '0.0.0', say: () => undefined, now: () => new Date('2026-01-02T03:04:05Z') });
  context = quietContext({ tools: app.tools });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function build(name: string, options: Record<string, unknown>): Promise<string> {
  const { actions } = await context.benchmark(name);
  const out = join(folder, name);
  const action = actions?.build;
  if (!action) throw new Error(`${name} has no build`);
  await action.run(action.options.parse({ out, ...options }), context);
  return out;
}

const BUILDS: Readonly<Record<string, () => Promise<string>>> = {
  async situatedgen() {
    const lines = PLACES.flatMap((place) => THINGS.map((thing) => `Farmers in ${place} sell ${thing}.`));
    const file = join(folder, 'statements.txt');
    await writeFile(file, [...lines, 'Water is wet.'].join('\n'));
    // Every thing is sold everywhere, which the strict rules refuse.
    return build('situatedgen', { statements: [file], step: ['mine(max-partners=3)'], pairs: 'paper' });
  },
  async commongen() {
    const lines = ['dog', 'cat', 'girl', 'man'].flatMap((who) =>
      ['ball', 'stick', 'frisbee', 'kite'].flatMap((what) =>
        ['park', 'field', 'garden'].map((where) => `A ${who} catches a ${what} in the ${where}.`),
      ),
    );
    const file = join(folder, 'captions.txt');
    await writeFile(file, [...lines, ...lines].join('\n'));
    return build('commongen', { captions: [file], least: 2, leastConcept: 2, train: '3=20', dev: '3=5', test: '3=5' });
  },
  tgcsr: () =>
    build('tgcsr', { author: join(corpus, 'tgcsr', 'moving-house'), ratings: [join(corpus, 'tgcsr', 'moving-house', 'ratings.csv')] }),
};

/** One row and no drops. */
async function writeOne(): Promise<string> {
  const out = join(folder, 'one');
  await writeDataset(out, {
    benchmark: { name: 'sentences' },
    name: 'one',
    summary: 'One sentence.',
    citation: 'Nobody (2026)',
    collection: 'Written down.',
    limits: 'One row.',
    row: z.object({ id: z.string(), text: z.string() }),
    splits: { test: [{ id: '1', text: 'One \u0007 \u202e <b>.' }] },
    ledger: [],
    stats: {},
    sources: [],
    people: [],
    config: {},
    seed: 1,
    versions: { sensebench: '0.0.0' },
  });
  return out;
}

/** Answers that differ: of one system a reference, of the other the input, or always the first choice. */
const SYSTEMS: Readonly<Record<string, (item: Item, place: number) => string>> = {
  good: ({ references }, place) => (place % 5 === 0 ? '' : (references[0] ?? 'yes')),
  bad: (item, place) => (place % 3 > 0 ? describeInput(item) : (item.references[0] ?? 'yes')),
};

async function run(
  benchmark: Benchmark,
  { dataset, items, system }: { dataset: string; items: readonly Item[]; system: string },
): Promise<string> {
  const out = join(folder, `${benchmark.name}-${system}`);
  const runner: Runner = {
    id: system,
    predict: async ({ item }) => ({
      text: SYSTEMS[system](
        item,
        items.findIndex(({ id }) => id === item.id),
      ),
    }),
  };
  const scorer = context.scorer(benchmark.choices ? benchmark.metrics : ['coverage', 'bleu', 'length']);
  await evaluate(
    {
      benchmark,
      runner,
      dataset,
      split: 'test',
      items,
      pool: [],
      out,
      shots: 0,
      orders: 1,
      repeats: 1,
      seed: 1,
      recorded: {},
      scorer,
      intervals: { seed: 1 },
    },
    context,
  );
  return out;
}

async function faultsOf(path: string): Promise<string[]> {
  const found = await markupFaults(await readFile(path, 'utf8'));
  return browser ? [...found, ...(await shownFaults(browser, path))] : found;
}

async function open(path: string): Promise<Page> {
  const page = await browser!.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`file://${path}`);
  return page;
}

describe.each(Object.keys(BUILDS))('pages of %s', (name) => {
  let dataset: string;
  beforeAll(async () => {
    dataset = await BUILDS[name]();
  });

  it('of the dataset has no fault', async () => {
    expect(await faultsOf(join(dataset, 'report.html'))).toEqual([]);
  });

  it('of runs has no fault', async () => {
    const benchmark = await context.benchmark(name);
    const items: Item[] = [];
    for await (const item of benchmark.read(dataset, { split: 'test' })) items.push(item);
    const folders = [];
    for (const system of Object.keys(SYSTEMS)) folders.push(await run(benchmark, { dataset, items, system }));
    const both = join(folder, `${name}-both.html`);
    await writeFile(both, renderRunReport({ benchmark, items, runs: await Promise.all(folders.map(readRun)) }));
    expect(await faultsOf(both)).toEqual([]);
    expect(await markupFaults(await readFile(join(folders[0], 'report.html'), 'utf8'))).toEqual([]);
  });
});

describe('the page of a dataset', () => {
  it('of one row has no fault, and shows the row with its control characters', async ({ skip }) => {
    const out = await writeOne();
    expect(await faultsOf(join(out, 'report.html'))).toEqual([]);
    if (!browser) return skip();
    const page = await open(join(out, 'report.html'));
    expect(await page.locator('#rows-count').textContent()).toBe('1 of 1 rows');
    expect(await page.locator('#rows-detail').textContent()).toContain('One \ufffd \\u202e <b>.');
    expect(await page.locator('#dropped').textContent()).toContain('Nothing was dropped.');
  });

  it('lists rows by words, split, context and similarity, and links each', async ({ skip }) => {
    if (!browser) return skip();
    const file = join(folder, 'situatedgen', 'report.html');
    const page = await open(file);
    const count = page.locator('#rows-count');
    const total = Number(/of (\d+) rows/.exec((await count.textContent()) ?? '')?.[1]);
    await page.locator('#rows-groups label', { hasText: 'split' }).locator('select').selectOption({ label: 'test' });
    expect(await count.textContent()).toMatch(new RegExp(`^\\d+ of ${total} rows$`));
    expect(await page.locator('#rows-detail h3').textContent()).toMatch(/^test\.jsonl, line 1 /);
    await page.locator('#rows-search').fill('nowhere at all');
    expect(await count.textContent()).toBe(`0 of ${total} rows`);
    await page.goto(`file://${file}#row=${encodeURIComponent('train.jsonl:2')}`);
    expect(await page.locator('#rows-detail h3').textContent()).toMatch(/^train\.jsonl, line 2 /);
    await page.locator('#rows-order').selectOption({ label: 'lowest similarity first' });
    const sides = (await page.locator('#rows-space .item-row b span:last-child').allTextContents()).map(Number);
    expect(sides).toEqual([...sides].sort((a, b) => a - b));
    expect(await page.locator('#ledger-detail').textContent()).toContain('rule');
    await page.locator('#ledger-search').fill('water is wet');
    expect(await page.locator('#ledger-count').textContent()).toMatch(/^1 of \d+ drops$/);
  });
});

describe('the page of a suite', () => {
  it('has no fault', async () => {
    const benchmark = await context.benchmark('tgcsr');
    const runs = await Promise.all(Object.keys(SYSTEMS).map((system) => readRun(join(folder, `tgcsr-${system}`))));
    const file = join(folder, 'suite.html');
    await writeSuiteReport(file, {
      datasets: [{ name: 'moving house', benchmark, runs }],
      checked: [],
      failed: new Map([['a/b', 'no <key>']]),
      version: '0.0.0',
    });
    expect(await faultsOf(file)).toEqual([]);
  });
});

describe('every number of a report of two systems', () => {
  it('is in scores.json, in the comparison, or counted from predictions.jsonl', async () => {
    const benchmark = await context.benchmark('tgcsr');
    const dataset = join(folder, 'tgcsr');
    const items: Item[] = [];
    for await (const item of benchmark.read(dataset, { split: 'test' })) items.push(item);
    const folders = Object.keys(SYSTEMS).map((system) => join(folder, `tgcsr-${system}`));
    const runs = await Promise.all(folders.map(readRun));
    const [output] = Object.keys(runs[0].scores.corpus);
    const comparison = await compareHeadline(
      folders.map((each, i) => ({ folder: each, run: runs[i] })),
      { benchmark, items, output, scorer: context.scorer },
    );
    const { document } = parseHTML(renderRunReport({ benchmark, items, runs, comparison }));
    const known = new Set<string>();
    const know = (name: string, value: unknown): void => {
      if (typeof value === 'number') for (const sign of [1, -1]) known.add(printedScore(name, sign * value, benchmark.ownMetrics));
    };
    const knowAll = ({ corpus, intervals = {} }: { corpus: Record<string, unknown>; intervals?: Record<string, number[]> }) => {
      for (const [name, value] of Object.entries(corpus)) know(name, value);
      for (const [name, ends] of Object.entries(intervals)) for (const end of ends) know(name, end);
    };
    for (const system of folders) {
      const scores = JSON.parse(await readFile(join(system, 'scores.json'), 'utf8')) as Scores;
      knowAll(scores);
      knowAll({ corpus: scores.chance ?? {} });
      for (const groups of Object.values(scores.breakdowns ?? {})) for (const group of Object.values(groups)) knowAll(group);
    }
    for (const { metrics } of comparison?.pairs ?? []) {
      know(output, metrics[output].difference);
      for (const end of metrics[output].interval ?? []) know(output, end);
    }
    for (const { scores } of benchmark.published) knowAll({ corpus: scores });
    const shown = ['.answer-first', '#scores table', '#breakdowns table'].flatMap((part) =>
      [...document.querySelectorAll(`${part} li, ${part} td`)].flatMap((cell) => (cell.textContent ?? '').match(/-?\d+\.\d\d\b/g) ?? []),
    );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((number) => !known.has(number))).toEqual([]);
    const sentences = [...document.querySelectorAll('.answer-first li')].map((line) => line.textContent ?? '');
    expect(sentences).toEqual([
      expect.stringMatching(/^tgcsr-good has the highest /),
      expect.stringMatching(/^tgcsr-good leads tgcsr-bad by \d+\.\d\d \w+ \[/),
    ]);
    // A row of the confusion matrix for each right answer; its counts are those of predictions.jsonl.
    const counted = [...document.querySelectorAll('#confusion table')].map((table) =>
      [...table.querySelectorAll('td')]
        .map((cell) => Number(cell.textContent))
        .filter((count) => Number.isInteger(count))
        .reduce((a, b) => a + b, 0),
    );
    expect(counted.every((count) => count >= items.length)).toBe(true);
  });
});
