/** The items of one run that its report shows: the first ones, and the cases. Of the others nothing needs to be read. */
import type { Item } from '../../core/index.ts';
import type { RunScores } from '../scores/score-run.ts';
import { chooseCases } from './report-cases.ts';
import { MOST_SHOWN } from './report-items.ts';
import { outputsOf } from './systems-table.ts';

/** Undefined where all items are shown. */
export function shownIds(items: readonly Item[], scores: RunScores): ReadonlySet<string> | undefined {
  if (items.length <= MOST_SHOWN) return undefined;
  // The rows have the order of the dataset.
  const first = scores.perItem.slice(0, MOST_SHOWN).map(({ id }) => id);
  const runs = [{ name: '', scores }];
  const cases = chooseCases({ runs, output: outputsOf(runs)[0] });
  return new Set([...first, ...cases.flatMap(({ ids }) => ids)]);
}
