/** Votes: the answer of more than half, and decisions by item. */
import type { Decision } from '../../core/index.ts';

/** null if no answer has more than half. */
export function majorityOf<Vote>(votes: readonly Vote[]): Vote | null {
  return votes.find((vote) => votes.filter((other) => other === vote).length * 2 > votes.length) ?? null;
}

export function groupByItem<D extends Decision>(decisions: readonly D[]): Map<string, D[]> {
  const groups = new Map<string, D[]>();
  for (const decision of decisions) {
    const group = groups.get(decision.item);
    if (group) group.push(decision);
    else groups.set(decision.item, [decision]);
  }
  return groups;
}
