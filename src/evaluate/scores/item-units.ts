/** Scores of any choice of items of a run: each order and repeat is scored by itself, then averaged (CommonGen, section 4). */
import type { Measured } from '../../core/index.ts';

/** The statistics of one item: one for each order and repeat. */
export type Unit = readonly unknown[];

export interface ItemUnits {
  outputs: readonly string[];
  units: Unit[];
  score(units: readonly Unit[]): Record<string, number | null>;
}

/** `sets` is one metric measured on every order and repeat; `places` are those of the items. */
export function itemUnits(sets: readonly Measured[], places: readonly number[]): ItemUnits {
  const [{ metric, outputs }] = sets;
  return {
    outputs,
    units: places.map((place) => sets.map(({ stats }) => stats[place])),
    score: (units) =>
      meanScores(
        sets.map(({ context }, set) =>
          metric.score(
            units.map((unit) => unit[set]),
            context,
          ),
        ),
      ),
  };
}

/** A score that is undefined in one of them is undefined. */
function meanScores(scores: readonly Record<string, number | null>[]): Record<string, number | null> {
  return Object.fromEntries(
    Object.keys(scores[0]).map((output) => {
      const values = scores.map((each) => each[output]).filter((value) => value !== null);
      return [output, values.length === scores.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null];
    }),
  );
}
