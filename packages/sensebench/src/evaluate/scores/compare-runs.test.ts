import type { Benchmark, Item, Scorer } from '@sensebench/metrics/internal/core';
import { measure } from '@sensebench/metrics/internal/metrics';
import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import { type ComparedRun, compareHeadline, compareRuns, storedRun } from './compare-runs.ts';

const items: Item[] = Array.from({ length: 40 }, (_, i) => ({
  id: `i${i}`,
  input: {},
  references: [`the small dog number ${i} runs over the wide green field`],
  meta: {},
}));

async function system(
  name: string,
  sets: ((item: Item, place: number) => string)[],
  answered: readonly Item[] = items,
): Promise<ComparedRun> {
  const measured = await Promise.all(
    sets.map((say) => measure({ items: answered, predictions: answered.map(say), metrics: ['bleu', 'rougeLCoco'] })),
  );
  return { name, answered, scores: measured[0].scores, measured: measured.map((each) => each.measured) };
}

const exact = ({ references }: Item) => references[0];
const half = ({ references }: Item, i: number) => (i % 2 === 0 ? references[0] : 'nothing of the sort was said by anybody here');
const other = () => 'a cat sleeps on a warm chair in the kitchen';

describe('comparing runs', () => {
  it('finds a real difference, and none between equals', async () => {
    const [good, bad] = [await system('good', [exact]), await system('bad', [other])];
    const { pairs, corpus, by, items: count } = await compareRuns([good, bad], { resamples: 200, test: 'permutation' });
    expect(corpus.bleu4).toEqual({ good: good.scores.corpus.bleu4, bad: bad.scores.corpus.bleu4 });
    const [{ metrics, wins, losses, ties }] = pairs;
    expect(metrics.bleu1.difference).toBeCloseTo((good.scores.corpus.bleu1 ?? 0) - (bad.scores.corpus.bleu1 ?? 0), 12);
    // The smallest p that 200 exchanges can give. Only the headline score is corrected, here for one test.
    expect(metrics.bleu1).toMatchObject({ p: 1 / 201, pHolm: 1 / 201 });
    expect(metrics.rougeLCoco).not.toHaveProperty('pHolm');
    expect([by, count, wins.length, losses.length, ties]).toEqual(['bleu1', 40, 40, 0, 0]);
    const same = await compareRuns([good, { ...good, name: 'again' }], { resamples: 50, test: 'bootstrap' });
    expect(same.pairs[0].metrics.rougeLCoco).toMatchObject({ difference: 0, interval: [0, 0], p: 1, wins: 0, losses: 0, ties: 40 });
  });

  it('names the items that one wins and loses', async () => {
    const {
      pairs: [pair],
    } = await compareRuns([await system('half', [half]), await system('all', [exact])], { resamples: 20, by: 'rougeLCoco' });
    expect(pair.losses).toEqual(items.filter((_, i) => i % 2 === 1).map(({ id }) => id));
    expect(pair.wins).toEqual([]);
    expect(pair.ties).toBe(20);
  });

  it('takes the items that all have answered, and the mean over orders and repeats', async () => {
    const several = await system('several', [exact, half], items.slice(0, 30));
    const one = await system('one', [exact]);
    const result = await compareRuns([several, one, await system('two', [exact, half])], { resamples: 20 });
    expect(result.items).toBe(30);
    expect(result.pairs.map(({ a, b }) => [a, b])).toEqual([
      ['several', 'one'],
      ['several', 'two'],
      ['one', 'two'],
    ]);
    expect(result.flips).toEqual({ several: 0.5, two: 0.5 });
    // Only the first order is common to all three.
    expect(result.corpus.rougeLCoco).toEqual({ several: 1, one: 1, two: 1 });
    const both = await compareRuns([several, await system('two', [exact, half])], { resamples: 20 });
    expect(both.corpus.rougeLCoco.two).toBeLessThan(1);
    expect(both.pairs[0].metrics.rougeLCoco.difference).toBe(0);
  });

  it('can reject with five runs: 100 items won and none lost, corrected over ten pairs', async () => {
    const many: Item[] = Array.from({ length: 100 }, (_, i) => ({ ...items[i % 40], id: `m${i}` }));
    // ROUGE-L alone: BLEU is slow to score again thousands of times.
    const light = async (name: string, say: (item: Item) => string) => {
      const run = await system(name, [say], many);
      return { ...run, measured: run.measured.map((set) => set.slice(1)) };
    };
    const runs = await Promise.all(['a', 'b', 'c', 'd'].map((name) => light(name, other)));
    const { pairs, resampling } = await compareRuns([await light('best', exact), ...runs]);
    expect(resampling).toMatchObject({ unit: 'item', units: 100, method: 'jackknife', resamples: 0, tests: 10 });
    const [first] = pairs;
    expect([first.wins.length, first.losses.length]).toEqual([100, 0]);
    expect(first.metrics.rougeLCoco.pHolm).toBeLessThanOrEqual(0.05);
    expect(pairs.at(-1)?.metrics.rougeLCoco).toMatchObject({ p: 1, pHolm: 1 });
    // 45 pairs of ten runs get more resamples, where any are drawn.
    const few = runs[0].answered.slice(0, 20);
    const ten = Array.from({ length: 10 }, (_, i) => ({ ...runs[0], name: `${i}`, answered: few }));
    expect((await compareRuns(ten, { test: 'permutation' })).resampling).toMatchObject({ resamples: 4500, tests: 45 });
  });

  it('compares the others with a baseline, and refuses one that is not there', async () => {
    const runs = [await system('a', [exact]), await system('b', [half]), await system('c', [other])];
    const { pairs } = await compareRuns(runs, { baseline: 'b', resamples: 50 });
    expect(pairs.map(({ a, b, metrics }) => [a, b, Math.sign(metrics.bleu1.difference ?? 0)])).toEqual([
      ['a', 'b', 1],
      ['c', 'b', -1],
    ]);
    await expect(compareRuns(runs, { baseline: 'd' })).rejects.toThrow('unknown run "d"');
  });

  it('counts items that share a unit together', async () => {
    const runs = [await system('all', [exact]), await system('half', [(item, i) => (i % 8 < 4 ? exact(item) : other())])];
    const free = await compareRuns(runs, { by: 'rougeLCoco' });
    const bound = await compareRuns(runs, {
      by: 'rougeLCoco',
      unit: 'block',
      units: ({ id }) => [`${Math.floor(Number(id.slice(1)) / 4)}`],
    });
    expect(bound.resampling).toMatchObject({ unit: 'block', units: 10, method: 'cluster-robust', resamples: 0 });
    const [narrow, wide] = [free, bound].map(({ pairs: [{ metrics }] }) => metrics.rougeLCoco);
    const width = ([low, high]: readonly number[]) => high - low;
    // Four copies of ten: the error doubles.
    expect(width(wide.interval ?? []) / width(narrow.interval ?? [])).toBeGreaterThan(1.9);
    expect(wide.p ?? 0).toBeGreaterThan(narrow.p ?? 1);
    expect(wide.detectable ?? 0).toBeGreaterThan(narrow.detectable ?? 1);
  });

  it('gives no test and no interval for one item, or where a unit covers all', async () => {
    const [one, same] = [await system('one', [exact], items.slice(0, 1)), await system('same', [other], items.slice(0, 1))];
    const single = await compareRuns([one, same], { by: 'rougeLCoco' });
    expect(single.resampling.method).toBe('none');
    expect(single.pairs[0].metrics.rougeLCoco).toMatchObject({ difference: expect.any(Number), interval: null, p: null, pHolm: null });
    const covered = await compareRuns([await system('a', [exact]), await system('b', [half])], { units: () => ['theme'] });
    expect(covered.resampling.method).toBe('none');
    expect(covered.pairs[0].metrics.rougeLCoco).toMatchObject({ difference: expect.any(Number), interval: null, p: null });
  });

  it('refuses what cannot be compared', async () => {
    const run = await system('a', [exact]);
    await expect(compareRuns([run])).rejects.toThrow(/two runs/);
    await expect(compareRuns([run, run], { by: 'cider' })).rejects.toThrow(/"cider"/);
    await expect(compareRuns([run, { ...run, answered: [] }])).rejects.toThrow(/in common/);
  });

  it('stops when it is told to', async () => {
    const run = await system('a', [exact]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 10);
    await expect(compareRuns([run, run], { test: 'bootstrap', resamples: 10_000_000, signal: stop.signal })).rejects.toThrow('stopped');
  });
});

const fortyItems: Item[] = Array.from({ length: 40 }, (_, i) => ({ id: String(i), input: '', references: [''], meta: {} }));

const benchmark = { units: (item: Item) => [`u${Number(item.id) % 20}`], unit: 'statement' } as unknown as Benchmark;

const scorer = (): Scorer => {
  throw new Error('must not be measured again');
};

function run(name: string, value: (place: number) => number | null, corpus?: number): EvaluatedRun {
  const perItem = fortyItems.map(({ id }, i) => ({ id, match: value(i) }));
  const defined = perItem.flatMap(({ match }) => match ?? []);
  const mean = defined.reduce((sum, each) => sum + each, 0) / defined.length;
  return { name, scores: { corpus: { match: corpus ?? mean }, perItem, items: fortyItems.length } } as unknown as EvaluatedRun;
}

describe('the headline of a report', () => {
  it('is compared from the stored item scores where it is their mean, by the units of the benchmark', async () => {
    const runs = [run('good', (i) => 0.8 + (i % 3) / 10), run('bad', (i) => (i % 4 === 0 ? null : (i % 3) / 10))];
    const options = { benchmark, items: fortyItems, output: 'match', scorer };
    const found = await compareHeadline(
      runs.map((each) => ({ folder: '', run: each })),
      options,
    );
    expect(found?.resampling).toMatchObject({ unit: 'statement', method: 'cluster-robust' });
    const { difference, pHolm, interval } = found!.pairs[0].metrics.match;
    expect(difference).toBeCloseTo(runs[0].scores.corpus.match! - runs[1].scores.corpus.match!);
    expect(pHolm).toBeLessThan(0.001);
    expect(interval![0]).toBeLessThan(difference!);
  });

  it('cannot be taken from item scores where it is something else', () => {
    expect(
      storedRun(
        run('f1', () => 0.5, 0.4),
        fortyItems,
        'match',
      ),
    ).toBeNull();
    expect(
      storedRun(
        run('mean', () => 0.5),
        fortyItems,
        'match',
      )?.answered,
    ).toHaveLength(40);
  });

  it('is not compared for one run, without a score, or without a common item', async () => {
    const options = { benchmark, items: fortyItems, output: 'match', scorer };
    const one = { folder: '', run: run('one', () => 1) };
    expect(await compareHeadline([one], options)).toBeNull();
    const other = { folder: '', run: { ...one.run, scores: { ...one.run.scores, perItem: [{ id: 'x', match: 1 }] } } };
    expect(await compareHeadline([one, other], options)).toBeNull();
    expect(await compareHeadline([one, one], { ...options, output: 'none' })).toBeNull();
  });
});
