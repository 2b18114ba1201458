/** How long large pages take to open in a browser: reports of 10,000 and 50,000 items, the page of a dataset of 50,000 rows. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item } from '../packages/metrics/src/core/index.ts';
import { commonGen } from '../packages/sensebench/src/benchmarks/commongen/benchmark.ts';
import { commonGenRowSchema } from '../packages/sensebench/src/benchmarks/commongen/item.ts';
import { writeDataset } from '../packages/sensebench/src/build/index.ts';
import { type EvaluatedRun, renderRunReport } from '../packages/sensebench/src/evaluate/index.ts';
import { launchBrowser } from './browser.ts';
import { type OpenedPage, openPage } from './open-page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-large-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The fastest of five loads, because other work on the machine only slows them; null without a browser. */
async function opening(path: string): Promise<OpenedPage | null> {
  const browser = await launchBrowser();
  if (!browser) return null;
  const pages: OpenedPage[] = [];
  for (let load = 0; load < 5; load++) pages.push(await openPage(browser, path));
  await browser.close();
  return pages.toSorted((a, b) => a.usableSeconds - b.usableSeconds)[0];
}

const sentence = (i: number) => `A dog runs near thing${i} in the green field while the others wait for thing${i % 97}.`;

it.for([
  { count: 10_000, seconds: 0.6, megabytes: 20 },
  { count: 50_000, seconds: 1, megabytes: 100 },
])(
  'a report of $count items and two systems opens under $seconds s; page and memory are less than $megabytes MB',
  async ({ count, seconds, megabytes }, { skip }) => {
    const items: Item[] = Array.from({ length: count }, (_, i) => ({
      id: String(i),
      input: { concepts: ['dog', `thing${i}`, 'run'] },
      references: [sentence(i), `The dog and thing${i} were seen together.`, `Dogs like thing${i}.`],
      meta: {},
    }));
    const run = (name: string, say: (i: number) => string): EvaluatedRun => ({
      name,
      manifest: {
        benchmark: 'commongen',
        runner: name,
        prompt: { name: 'chat', sha256: 'abc' },
        dataset: { name: 'dev.jsonl', sha256: 'f'.repeat(64), items: items.length },
        options: {},
        seed: 1,
        versions: {},
      },
      scores: {
        benchmark: 'commongen',
        items: items.length,
        corpus: { spice: 0.5, bleu4: 0.25 },
        intervals: { spice: [0.4, 0.6], bleu4: [0.2, 0.3] },
        breakdowns: { size: { '3': { items: items.length, corpus: { spice: 0.5, bleu4: 0.25 } } } },
        signatures: {},
        perItem: items.map(({ id }, i) => ({ id, spice: (i % 11) / 10, bleu4: (i % 7) / 7 })),
      },
      predictions: new Map(
        items.map(({ id }, i) => [id, { id, prediction: say(i), raw: say(i), repeat: 0, order: 0, examples: [], ms: 5 }]),
      ),
      prompts: new Map(items.map(({ id }, i) => [id, ['Write a sentence with all words.', `Words: dog, thing${i}, run`]])),
      totals: { answers: items.length, inputTokens: 0, outputTokens: 0, cost: 0, medianMs: 5 },
      evidence: new Map(
        items.map(({ id }, i) => [
          id,
          { coverage: { sought: ['dog', `thing${i}`].map((text) => ({ text, groups: [0] })), marks: [{ start: 2, end: 5, group: 0 }] } },
        ]),
      ),
    });
    const path = join(folder, 'report.html');
    await writeFile(path, renderRunReport({ benchmark: commonGen, items, runs: [run('one', sentence), run('two', (i) => `Dogs ${i}.`)] }));
    const size = (await stat(path)).size / 1e6;
    expect(size).toBeLessThan(megabytes);
    const opened = await opening(path);
    if (opened === null) return skip();
    console.info(`report of ${count} items: ${size.toFixed(1)} MB`, opened);
    expect(opened.usableSeconds).toBeLessThan(seconds);
    expect(opened.usedHeapMegabytes).toBeLessThan(megabytes);
  },
);

it('the page of a dataset of 50,000 rows has all of them, is small and opens under 0.6 s', async ({ skip }) => {
  const out = join(folder, 'dataset');
  await writeDataset(out, {
    benchmark: { name: 'commongen' },
    name: 'large',
    summary: 'Many rows.',
    citation: '',
    collection: '',
    limits: '',
    row: commonGenRowSchema,
    splits: {
      train: Array.from({ length: 49_000 }, (_, i) => ({ concept_set: `dog#thing${i}#run`, scene: [sentence(i), sentence(i + 1)] })),
      test: Array.from({ length: 1000 }, (_, i) => ({ concept_set: `cat#thing${i}#run`, scene: [sentence(i)] })),
    },
    ledger: Array.from({ length: 50_000 }, (_, i) => ({ step: 'read', rule: `rule ${i % 3}`, ids: [`${i}`], text: sentence(i) })),
    stats: {},
    sources: [],
    people: [],
    config: {},
    seed: 1,
    versions: {},
  });
  const path = join(out, 'report.html');
  const { size } = await stat(path);
  expect(size).toBeLessThan(13_000_000);
  const page = await readFile(path, 'utf8');
  expect(page).toContain('"noun":"rows"');
  expect(page).toContain('"count":50000');
  expect(page).toContain('15,000 of the 50,000 lines of ledger.jsonl');
  const opened = await opening(path);
  if (opened === null) return skip();
  console.info(`page of 50,000 rows: ${(size / 1e6).toFixed(1)} MB`, opened);
  expect(opened.usableSeconds).toBeLessThan(0.6);
  expect(opened.usedHeapMegabytes).toBeLessThan(100);
});
