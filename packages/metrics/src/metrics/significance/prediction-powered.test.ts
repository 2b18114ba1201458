/** Prediction-powered estimates: equal to ppi-python, and honest with few labels. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { predictionPowered } from './prediction-powered.ts';

interface Golden {
  tolerance: number;
  tables: {
    people: number[];
    judge: number[];
    unlabelled: number[];
    weight: number | null;
    expected: { value: number; low: number; high: number };
  }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/ppi.json', import.meta.url), 'utf8')) as Golden;

describe('against ppi-python', () => {
  it.each(golden.tables)('table %#', ({ weight, expected, ...labels }) => {
    const { both } = predictionPowered(labels, { interval: 'normal', ...(weight === null ? {} : { weight }) });
    expect(Math.abs(both.value - expected.value)).toBeLessThanOrEqual(golden.tolerance);
    expect(Math.abs((both.interval?.[0] ?? 0) - expected.low)).toBeLessThanOrEqual(golden.tolerance);
    expect(Math.abs((both.interval?.[1] ?? 0) - expected.high)).toBeLessThanOrEqual(golden.tolerance);
  });
});

const random = createRandom('judge');

/** Right or wrong with this chance; a judge that sees the truth with this skill and guesses else. */
function labels({ share = 0.7, skill, few = 40, others = 260 }: { share?: number; skill: number; few?: number; others?: number }) {
  const one = () => {
    const truth = random.next() < share ? 1 : 0;
    return { truth, judge: random.next() < skill ? truth : random.below(2) };
  };
  const labelled = Array.from({ length: few }, one);
  return {
    people: labelled.map(({ truth }) => truth),
    judge: labelled.map(({ judge }) => judge),
    unlabelled: Array.from({ length: others }, () => one().judge),
  };
}

const length = ([low, high]: readonly [number, number] | readonly number[]) => high - low;

describe('an estimate from few people and one judge', () => {
  it.each([0, 0.5, 0.9, 1])('holds the truth with a judge of skill %d, and is never longer than that of people alone', (skill) => {
    let covered = 0;
    for (let draw = 0; draw < 600; draw++) {
      const { both, people } = predictionPowered(labels({ skill }));
      const interval = both.interval ?? [0, 0];
      if (interval[0] <= 0.7 && interval[1] >= 0.7) covered++;
      expect(length(interval)).toBeLessThanOrEqual(length(people.interval ?? []) + 1e-12);
    }
    // Three standard errors below 95%.
    expect(covered / 600).toBeGreaterThan(0.923);
  });
  it('is as good as many more labels with a good judge, and as none with a useless one', () => {
    const good = predictionPowered(labels({ skill: 0.95, few: 100, others: 900 }));
    expect(good.worth).toBeGreaterThan(250);
    expect(good.weight).toBeGreaterThan(0.65);
    const useless = predictionPowered(labels({ skill: 0, few: 100, others: 900 }));
    expect(useless.worth).toBeLessThan(110);
  });
  it('corrects a judge that is too kind', () => {
    const kind = { people: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0], judge: [1, 1, 1, 1, 1, 0, 1, 1, 1, 1], unlabelled: Array(90).fill(1) };
    const { both, judge } = predictionPowered(kind);
    expect(judge.value).toBeCloseTo(0.99, 10);
    expect(both.value).toBeLessThan(0.6);
  });
  it('counts items that share a unit together, also where people labelled some of a unit', () => {
    const table = labels({ skill: 0.9 });
    // Every label eight times: the same information.
    const repeat = <T>(values: readonly T[]) => values.flatMap((value) => Array<T>(8).fill(value));
    const units = (prefix: string, count: number) => repeat(Array.from({ length: count }, (_, i) => [`${prefix}${i}`]));
    const repeated = {
      people: repeat(table.people),
      judge: repeat(table.judge),
      unlabelled: repeat(table.unlabelled),
      units: { people: units('a', 40), unlabelled: units('b', 260) },
    };
    const [once, eight] = [predictionPowered(table), predictionPowered(repeated)];
    expect((eight.both.error ?? 0) / (once.both.error ?? 1)).toBeGreaterThan(0.85);
    expect((eight.both.error ?? 0) / (once.both.error ?? 1)).toBeLessThan(1.1);
    const crossed = predictionPowered({ ...repeated, units: { people: units('a', 40), unlabelled: units('a', 260) } });
    expect(crossed.both.error).not.toBeNull();
  });
  it('says what is missing', () => {
    expect(() => predictionPowered({ people: [], judge: [], unlabelled: [1] })).toThrow(
      'no item has a label by people and one by the judge',
    );
    expect(() => predictionPowered({ people: [1], judge: [1], unlabelled: [] })).toThrow('people have labelled every item');
    expect(predictionPowered({ people: [1], judge: [1], unlabelled: [0, 1] }).both.interval).toBeNull();
  });
});
