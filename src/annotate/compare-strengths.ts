/** Strengths of compared systems (Bradley and Terry 1952) with bootstrap intervals over items; a shared place is half a win for each. */
import type { Decision } from '../core/index.ts';
import { bradleyTerry, type Duel, strengthsOf, winTable } from '../metrics/ranking/index.ts';
import { bootstrapIntervals } from '../metrics/significance/index.ts';
import { groupByItem } from './agreement/majority.ts';
import { type CompareValue, pairsOf, preferred } from './compare-places.ts';

export type SystemStrength = {
  /** Natural logarithm; the mean over systems is 0. */
  strength: number;
  /** 95%; null where fewer than half of the resamples have strengths. */
  interval: [number, number] | null;
};

const SEED = 17;

/** null where some systems never win against the others, or never lose: then no strengths are the likeliest. */
export function systemStrengths(
  decisions: readonly Decision<CompareValue>[],
  { resamples = 1000 }: { resamples?: number } = {},
): Record<string, SystemStrength> | null {
  const items = [...groupByItem(decisions).values()].map((own) => own.flatMap(({ value }) => duelsOf(value)));
  const strengths = bradleyTerry(items.flat());
  if (!strengths) return null;
  const names = Object.keys(strengths);
  const from = Object.values(strengths);
  const tables = items.map((duels) => winTable(duels, names));
  const score = (sample: readonly (typeof tables)[number][]) => {
    const sum = new Float64Array(names.length ** 2);
    for (const table of sample) for (let i = 0; i < sum.length; i++) sum[i] += table[i];
    const found = strengthsOf(sum, names.length, { from, exact: 1e-6 });
    return Object.fromEntries(names.map((name, i) => [name, found ? found[i] : null]));
  };
  const intervals = bootstrapIntervals(tables, score, { resamples, seed: SEED });
  return Object.fromEntries(
    names.map((name) => {
      const interval = intervals[name];
      return [name, { strength: strengths[name], interval: interval && [interval.low, interval.high] }];
    }),
  );
}

function duelsOf({ places }: CompareValue): Duel[] {
  return pairsOf(Object.keys(places).sort()).map(({ a, b }) => {
    const choice = preferred(places, a, b);
    return { a, b, won: choice === 'a' ? 1 : choice === 'b' ? 0 : 0.5 };
  });
}
