import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Item, Measured, Metric, Scorer } from '@sensebench/metrics/internal/core';
import { measure } from '@sensebench/metrics/internal/metrics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVIDENCE_FILE, readRun } from '../../files/index.ts';
import { itemUnits, measureRun, type ScoreRunOptions, scoreRun } from './score-run.ts';

/** 1 where the output is the reference; an empty output has no score. */
const exact: Metric<{ right: number | null; said: string }> = {
  name: 'exact',
  outputs: ['exact'],
  summary: '',
  signature: () => 'exact',
  segment: ({ item, candidate }) => ({ right: candidate === '' ? null : Number(candidate === item.references[0]), said: candidate }),
  score: (stats) => {
    const known = stats.map(({ right }) => right).filter((right) => right !== null);
    return { exact: known.length > 0 ? known.reduce((sum, right) => sum + right, 0) / known.length : null };
  },
  evidence: ({ said }) => ({ said }),
};
const benchmark: Benchmark = {
  name: 'letters',
  title: 'Letters',
  item: z.custom<Item>(),
  read: async function* () {},
  prompts: {},
  parse: (output) => output,
  metrics: ['exact'],
  ownMetrics: [exact as Metric],
  breakdowns: { half: ({ id }) => (id < 'c' ? 'first' : 'second') },
  published: [],
};
const items: Item[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, input: null, references: [id], meta: {} }));
const scorer: Scorer = {
  measure: ({ items: given, predictions, intervals }) =>
    measure({
      items: [...given],
      predictions: [...predictions],
      metrics: ['exact'],
      ownMetrics: benchmark.ownMetrics,
      breakdowns: benchmark.breakdowns,
      intervals,
      version: '1',
    }),
};
const options: ScoreRunOptions = { benchmark, items, scorer };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Answer = { repeat?: number; order?: number; usage?: object; ms?: number };
/** One answer for each letter of `said`, to the items in turn. */
const answers = (said: string, { repeat = 0, order = 0, ms = 1, ...rest }: Answer = {}) =>
  [...said].map((letter, i) =>
    JSON.stringify({
      id: items[i].id,
      prediction: letter === '_' ? '' : letter,
      raw: letter,
      repeat,
      order,
      ms: ms + i,
      ...rest,
    }),
  );
const write = (...lines: string[]) => writeFileSync(join(folder, 'predictions.jsonl'), `${lines.join('\n')}\n`);

describe('scores of a run', () => {
  it('are those of its predictions, in all and by group', async () => {
    write(...answers('abxx'));
    const { scores } = await measureRun(folder, options);
    expect(scores.corpus).toEqual({ exact: 2 / 4 });
    expect(scores.breakdowns?.half).toEqual({ first: { items: 2, corpus: { exact: 1 } }, second: { items: 2, corpus: { exact: 0 } } });
    expect(scores.signatures).toEqual({ exact: 'exact|v:1' });
    expect(scores).not.toHaveProperty('spread');
    expect(scores).not.toHaveProperty('incomplete');
  });

  it('are averaged over orders and repeats, with the lowest and the highest', async () => {
    // 4/4, 2/4 and 0/4.
    write(...answers('abcd'), ...answers('abxx', { order: 1 }), ...answers('xxxx', { repeat: 1 }));
    const { scores, measured } = await measureRun(folder, options);
    expect(scores.corpus.exact).toBeCloseTo((1 + 1 / 2 + 0) / 3, 12);
    expect(scores.spread).toEqual({ exact: [0, 1] });
    expect(scores.perItem[0]).toEqual({ id: 'a', exact: 2 / 3 });
    expect(scores.breakdowns?.half.second.corpus.exact).toBeCloseTo(1 / 3, 12);
    expect(measured).toHaveLength(3);
  });

  it('are undefined where one order or repeat is', async () => {
    write(...answers('____'), ...answers('abcd', { repeat: 1 }));
    const { scores } = await measureRun(folder, options);
    expect(scores.corpus).toEqual({ exact: null });
    expect(scores.spread).toEqual({});
  });

  it('are of the items that have an answer in every order and repeat', async () => {
    write(...answers('abx'), ...answers('ab', { repeat: 1 }));
    const { scores, answered } = await measureRun(folder, options);
    expect(answered.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(scores).toMatchObject({ corpus: { exact: 1 }, incomplete: { answered: 2, of: 4 } });
  });

  it('have intervals, also over several orders, the same for the same seed', async () => {
    write(...answers('abxx'), ...answers('abxx', { order: 1 }));
    const run = async () => (await measureRun(folder, { ...options, intervals: { resamples: 200, seed: 3 } })).scores.intervals?.exact;
    const [low, high] = (await run()) ?? [1, 0];
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(await run()).toEqual([low, high]);
  });

  it('are refused without a prediction of these items, or with two of one', async () => {
    write(JSON.stringify({ id: 'z', prediction: '', raw: '', ms: 0 }));
    await expect(measureRun(folder, options)).rejects.toThrow('has no predictions of these items');
    write(...answers('ab'), ...answers('a'));
    await expect(measureRun(folder, options)).rejects.toThrow('two predictions for item "a"');
  });
});

describe('a scored run folder', () => {
  const manifest = {
    benchmark: 'letters',
    runner: 'file',
    prompt: { name: 'none', sha256: '' },
    dataset: { name: 'd', sha256: '', items: 4 },
    options: {},
    seed: 1,
    versions: {},
  };

  it('holds scores.json and the evidence of each item, and is read back', async () => {
    writeFileSync(join(folder, 'run.json'), JSON.stringify(manifest));
    const usage = { inputTokens: 10, outputTokens: 2, cost: 0.5 };
    write(...answers('abxx', { usage, ms: 5 }), ...answers('abcd', { repeat: 1, ms: 100 }));
    const scores = await scoreRun(folder, options);
    const evidence = readFileSync(join(folder, EVIDENCE_FILE), 'utf8').trim().split('\n');
    // Evidence is of the first repeat.
    expect(evidence.map((line) => JSON.parse(line))).toEqual(['a', 'b', 'x', 'x'].map((said, i) => ({ id: items[i].id, exact: { said } })));
    const run = await readRun(folder);
    expect(run.scores).toEqual(scores);
    expect(run.predictions.get('c')?.prediction).toBe('x');
    expect(run.evidence.get('c')).toEqual({ exact: { said: 'x' } });
    // Eight answers of 5 to 8 and 100 to 103 ms; four of them were paid for.
    expect(run.totals).toEqual({ answers: 8, inputTokens: 40, outputTokens: 8, cost: 2, medianMs: 100 });
  });

  it('is refused by a reader before it is scored', async () => {
    await expect(readRun(folder)).rejects.toThrow('has no scores yet');
  });
});

/** The share of right items, weighted by the context; undefined without items that are 0 or 1. */
const share: Metric<number, number> = {
  name: 'share',
  outputs: ['share'],
  summary: '',
  signature: () => 'share',
  segment: () => 0,
  score: (stats, weight) => {
    const known = stats.filter((value) => value >= 0);
    return { share: known.length > 0 ? (weight * known.reduce((sum, value) => sum + value, 0)) / known.length : null };
  },
};
const measured = (stats: number[], context = 1): Measured => ({ metric: share as Metric, outputs: ['share'], context, stats });

describe('units of items', () => {
  it('hold the statistics of an item in every order and repeat', () => {
    expect(itemUnits([measured([1, 0, 1]), measured([0, 0, 1])], [0, 2]).units).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('are scored set by set, each with its own context, and averaged', () => {
    // First set: (1 + 0) / 2 = 1/2. Second set, weight 3: 3 · (0 + 1) / 2 = 3/2. Mean: 1.
    const { units, score } = itemUnits([measured([1, 0]), measured([0, 1], 3)], [0, 1]);
    expect(score(units)).toEqual({ share: 1 });
    // The first item twice: 1 and 0, mean 1/2.
    expect(score([units[0], units[0]])).toEqual({ share: 0.5 });
  });

  it('have no score where one set has none', () => {
    const { units, score } = itemUnits([measured([1]), measured([-1])], [0]);
    expect(score(units)).toEqual({ share: null });
  });
});
