import { describe, expect, it } from 'vitest';
import type { Benchmark, Item, Scorer } from '../../core/index.ts';
import { compareHeadline, storedRun } from './compare-headline.ts';
import type { EvaluatedRun } from './read-run.ts';

const items: Item[] = Array.from({ length: 40 }, (_, i) => ({ id: String(i), input: '', references: [''], meta: {} }));
const benchmark = { units: (item: Item) => [`u${Number(item.id) % 20}`], unit: 'statement' } as unknown as Benchmark;
const scorer = (): Scorer => {
  throw new Error('must not be measured again');
};

function run(name: string, value: (place: number) => number | null, corpus?: number): EvaluatedRun {
  const perItem = items.map(({ id }, i) => ({ id, match: value(i) }));
  const defined = perItem.flatMap(({ match }) => match ?? []);
  const mean = defined.reduce((sum, each) => sum + each, 0) / defined.length;
  return { name, scores: { corpus: { match: corpus ?? mean }, perItem, items: items.length } } as unknown as EvaluatedRun;
}

describe('the headline of a report', () => {
  it('is compared from the stored item scores where it is their mean, by the units of the benchmark', async () => {
    const runs = [run('good', (i) => 0.8 + (i % 3) / 10), run('bad', (i) => (i % 4 === 0 ? null : (i % 3) / 10))];
    const options = { benchmark, items, output: 'match', scorer };
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
        items,
        'match',
      ),
    ).toBeNull();
    expect(
      storedRun(
        run('mean', () => 0.5),
        items,
        'match',
      )?.answered,
    ).toHaveLength(40);
  });

  it('is not compared for one run, without a score, or without a common item', async () => {
    const options = { benchmark, items, output: 'match', scorer };
    const one = { folder: '', run: run('one', () => 1) };
    expect(await compareHeadline([one], options)).toBeNull();
    const other = { folder: '', run: { ...one.run, scores: { ...one.run.scores, perItem: [{ id: 'x', match: 1 }] } } };
    expect(await compareHeadline([one, other], options)).toBeNull();
    expect(await compareHeadline([one, one], { ...options, output: 'none' })).toBeNull();
  });
});
