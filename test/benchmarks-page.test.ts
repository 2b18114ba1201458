/** docs/benchmarks.md is the page of docs/benchmarks.json, which `npm run bench` measures. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Benchmarks, benchmarksPage, benchmarksSchema, isReached } from '../bench/benchmarks-page.ts';

const docs = join(import.meta.dirname, '../docs');

/** Absent until `npm run bench` has run once with all peers. */
const measuredOnce = existsSync(join(docs, 'benchmarks.json'));

it.runIf(measuredOnce)('has the figures that were measured last', () => {
  const measured = benchmarksSchema.parse(JSON.parse(readFileSync(join(docs, 'benchmarks.json'), 'utf8')));
  expect(readFileSync(join(docs, 'benchmarks.md'), 'utf8')).toBe(benchmarksPage(measured));
});

const row: Benchmarks['results'][number] = {
  bench: 'metrics',
  what: 'captions',
  rounds: 3,
  ours: { seconds: 0.5, processorSeconds: 1 },
  peer: { name: 'original', measured: { seconds: 9, processorSeconds: 12 } },
  goal: { times: 20 },
};
const benchmarks = (results: Benchmarks['results'], load = 0.1): Benchmarks => ({
  measuredOn: '2026-01-01',
  machine: { processor: 'P', cores: 2, memoryGb: 8, load },
  versions: { node: '20' },
  results,
});

it('says how many times as fast, by the clock and by processor time, and whether the goal is reached', () => {
  expect(benchmarksPage(benchmarks([row]))).toContain(
    '| captions | 0.500 (1.000) | original | 9.000 (12.0) | 18.0 | 12.0 | 20 times, not reached | 3 |',
  );
  expect(isReached({ ...row, goal: { times: 18 } })).toBe(true);
  expect(isReached({ ...row, goal: { seconds: 0.5 } })).toBe(true);
  expect(isReached({ ...row, goal: { seconds: 0.4 } })).toBe(false);
});

it('leaves the cells of a missing peer empty, and does not call a goal against it reached', () => {
  const alone = { ...row, peer: { name: 'original', measured: null } };
  expect(benchmarksPage(benchmarks([alone]))).toContain('| captions | 0.500 (1.000) | original |  |  |  | 20 times, not reached | 3 |');
});

it('says when the machine was busy', () => {
  expect(benchmarksPage(benchmarks([row]))).not.toContain('busy');
  expect(benchmarksPage(benchmarks([row], 8))).toContain('The machine was busy');
});
