import { createRandom } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { agreeWithPeople } from './agree-with-people.ts';
import { agreementTables, orderNotes } from './agreement-tables.ts';
import type { ScoredOutput } from './judged-output.ts';

const SYSTEMS = ['a', 'b', 'c', 'd'];
const METRICS = ['right', 'noise'];

/** Judgements by two people: quality of the system and luck, and as much of the place on the page as is asked for. */
function study({ pull = 0, items = 60, annotators = ['x', 'y'], ordered = true } = {}): ScoredOutput[] {
  const random = createRandom('study');
  return Array.from({ length: items }, (_, item) => {
    const order = random.shuffle(SYSTEMS);
    return SYSTEMS.map((system, rank): ScoredOutput => {
      const quality = 0.3 * rank + random.next();
      const shown = order.indexOf(system) + 1;
      const said = annotators.map((annotator) => [annotator, quality + pull * shown + 0.2 * random.next()] as const);
      return {
        item: String(item),
        system,
        output: `${system} ${item}`,
        references: [],
        judgements: new Map(said),
        shown: ordered ? shown : undefined,
        scores: { right: quality + 0.3 * random.next(), noise: random.next() },
      };
    });
  }).flat();
}

const agree = (outputs: readonly ScoredOutput[]) => agreeWithPeople(outputs, { metrics: METRICS, resamples: 200, seed: 1 });

describe('metrics against people', () => {
  it('finds the metric that follows quality, with intervals that hold their value, and a test between the two', () => {
    const { metrics, pairs, outputs, items, systems, people } = agree(study());
    expect({ outputs, items, systems }).toEqual({ outputs: 240, items: 60, systems: SYSTEMS });
    expect(people).toBeGreaterThan(0.9);
    for (const level of ['output', 'fixed', 'item'] as const) {
      for (const kind of ['pearson', 'spearman', 'kendall'] as const) {
        const [right, noise] = METRICS.map((metric) => metrics[metric][level]?.[kind]);
        expect(right?.value).toBeGreaterThan(0.7);
        expect(Math.abs(noise?.value ?? 1)).toBeLessThan(0.2);
        expect(right?.interval?.[0]).toBeLessThan(right?.value ?? 0);
        expect(right?.interval?.[1]).toBeGreaterThan(right?.value ?? 1);
      }
    }
    expect(metrics.right.system?.pearson?.value).toBeGreaterThan(0.95);
    const [byOutput] = pairs;
    expect(byOutput).toMatchObject({ a: 'right', b: 'noise', level: 'output' });
    expect(byOutput.difference).toBeGreaterThan(0.5);
    expect(byOutput.pHolm).toBeLessThan(1e-6);
    expect(byOutput.interval?.[0]).toBeGreaterThan(0.3);
  });

  it('says nothing of the order where it does nothing', () => {
    const found = agree(study());
    expect(found.position?.warning).toBeNull();
    expect(orderNotes(found)).toEqual([]);
  });

  it('finds that people followed the order, says so, and finds quality again where the order is held fixed', () => {
    const found = agree(study({ pull: 2 }));
    expect(found.position?.p).toBeLessThan(1e-6);
    expect(found.position?.shares.order).toBeGreaterThan(0.8);
    expect(found.position?.shares.systems).toBeLessThan(0.1);
    expect(orderNotes(found).join(' ')).toMatch(/shown later wins .* explains 9\d% of the differences .* not a yardstick for metrics/);
    expect(found.metrics.right.output?.pearson?.value).toBeLessThan(0.3);
    expect(found.metrics.right.fixed?.pearson?.value).toBeGreaterThan(0.7);
  });

  it('prints each correlation and, below, its interval', () => {
    const [values, intervals] = agreementTables(agree(study()));
    expect(intervals.columns.map(({ key }) => key)).toEqual(values.columns.map(({ key }) => key));
    expect(intervals.columns.map(({ label }) => label)).toContain('systems: ρ');
    expect(intervals.rows[0]).toMatchObject({ metric: 'right', 'output pearson': expect.stringMatching(/^0\.\d\d to 0\.\d\d$/) });
  });

  it('has no figures for what is not known: the order, other annotators, two systems', () => {
    const found = agree(study({ annotators: ['x'], ordered: false }).filter(({ system }) => system < 'c'));
    expect(found.position).toBeNull();
    expect(found.people).toBeNull();
    expect(found.metrics.right.fixed).toBeUndefined();
    expect(found.metrics.right.system).toBeUndefined();
    expect(found.metrics.right.output?.pearson?.value).toBeGreaterThan(0.7);
  });

  it('leaves outputs out that have no score, and metrics that are constant', () => {
    const outputs = study().map((output, i) => ({ ...output, scores: { right: i % 2 ? output.scores.right : null, noise: 1 } }));
    const { metrics, pairs } = agree(outputs);
    expect(metrics.right.output?.pearson?.value).toBeGreaterThan(0.7);
    expect(metrics.noise).toEqual({});
    expect(pairs).toEqual([]);
  });
});
