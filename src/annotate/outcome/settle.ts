/** The rule of final decisions: where one settles an item, it counts alone; agreement is always of the independent ones. */
import type { Decision } from '../../core/index.ts';
import { timeOf } from '../current-decisions.ts';

export interface SettledDecisions<D> {
  /** What counts: of an item with a final decision the last of these, of others all. */
  settled: D[];
  /** What annotators said on their own. */
  independent: D[];
}

/** Decisions that count by the version rule. */
export function settle<D extends Decision>(decisions: readonly D[]): SettledDecisions<D> {
  const final = new Map<string, D>();
  for (const decision of decisions) {
    const known = final.get(decision.item);
    if (decision.final && (!known || timeOf(decision) >= timeOf(known))) final.set(decision.item, decision);
  }
  return {
    settled: decisions.filter((decision) => !final.has(decision.item) || final.get(decision.item) === decision),
    independent: decisions.filter((decision) => !decision.final),
  };
}
