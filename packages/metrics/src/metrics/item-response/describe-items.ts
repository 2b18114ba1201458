/** Classical item analysis: how hard each item is, and whether better systems solve it more often (item-rest correlation). */
import { pearson } from '../agreement/correlation.ts';
import { oneSidedP } from '../significance/student-t.ts';
import type { ScoreTable } from './score-table.ts';

export interface DescribedItem {
  id: string;
  /** Systems with a score. */
  systems: number;
  /** The mean score: low for hard items. */
  mean: number | null;
  /** Correlation of the item's scores with the systems' means over all other items (point-biserial where scores are 0 and 1). */
  discrimination: number | null;
  /** The chance of a correlation as low as this one where the item has nothing to do with the others. */
  pNegative: number | null;
}

/** The item's own score is left out of the systems' means: otherwise it would correlate with itself. */
export function describeItems({ items, scores }: ScoreTable): DescribedItem[] {
  const totals = scores.map((row) => row.reduce<number>((sum, score) => sum + (score ?? 0), 0));
  const counts = scores.map((row) => row.filter((score) => score !== null).length);
  return items.map((id, place) => {
    const known = scores.flatMap((row, system) => {
      const score = row[place];
      return score === null || counts[system] < 2 ? [] : [{ score, rest: (totals[system] - score) / (counts[system] - 1) }];
    });
    const own = scores.flatMap((row) => row[place] ?? []);
    const discrimination =
      known.length < 3
        ? null
        : pearson(
            known.map(({ score }) => score),
            known.map(({ rest }) => rest),
          );
    return {
      id,
      systems: own.length,
      mean: own.length === 0 ? null : own.reduce((sum, score) => sum + score, 0) / own.length,
      discrimination,
      pNegative: discrimination === null ? null : lowerTail(discrimination, known.length),
    };
  });
}

function lowerTail(correlation: number, pairs: number): number {
  if (Math.abs(correlation) >= 1 - 1e-12) return correlation < 0 ? 0 : 1;
  return oneSidedP(correlation * Math.sqrt((pairs - 2) / (1 - correlation * correlation)), pairs - 2);
}
