/** The most contrastive examples of a split (an option): equal ones in the order of their ids. */
import type { LedgerRow } from '../../../core/index.ts';
import type { SituatedGenExample } from '../row.ts';

/** The kept ones stay in their order. */
export function keepBest(examples: readonly SituatedGenExample[], top: number): { rows: SituatedGenExample[]; dropped: LedgerRow[] } {
  const best = new Set(
    [...examples].sort((a, b) => (b.contrast ?? 0) - (a.contrast ?? 0) || (a.ids.join('|') < b.ids.join('|') ? -1 : 1)).slice(0, top),
  );
  return {
    rows: examples.filter((example) => best.has(example)),
    dropped: examples
      .filter((example) => !best.has(example))
      .map(({ ids, contrast }) => ({ step: 'top', rule: 'not among the most contrastive', ids, value: contrast, limit: top })),
  };
}
