/** The two annotators who share most items: Cohen's kappa is of two. */
import type { Decision } from '../../core/index.ts';

export interface OverlappingPair {
  /** Two; where nobody shares an item, all. Who decided more comes first. */
  annotators: string[];
  /** Items that both decided on. */
  items: string[];
}

export function overlappingPair(decisions: readonly Pick<Decision, 'annotator' | 'item'>[]): OverlappingPair {
  const order = byNumberOfDecisions(decisions);
  const of = new Map(order.map((annotator) => [annotator, new Set<string>()]));
  for (const { annotator, item } of decisions) of.get(annotator)?.add(item);
  let best: OverlappingPair = { annotators: order, items: [] };
  for (const [i, first] of order.entries()) {
    for (const second of order.slice(i + 1)) {
      const items = [...(of.get(first) ?? [])].filter((item) => of.get(second)?.has(item));
      if (items.length > best.items.length) best = { annotators: [first, second], items };
    }
  }
  return best;
}

/** Those with most decisions first; equal numbers by name. */
export function byNumberOfDecisions(decisions: readonly Pick<Decision, 'annotator'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { annotator } of decisions) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([annotator]) => annotator);
}
