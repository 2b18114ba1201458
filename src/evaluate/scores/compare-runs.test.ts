import { describe, expect, it } from 'vitest';
import type { Item } from '../../core/index.ts';
import { measure } from '../../metrics/index.ts';
import { type ComparedRun, compareRuns } from './compare-runs.ts';

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
    const { pairs, corpus, by, items: count } = await compareRuns([good, bad], { resamples: 200 });
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
    await expect(compareRuns([run, run], { resamples: 10_000_000, signal: stop.signal })).rejects.toThrow('stopped');
  });
});
