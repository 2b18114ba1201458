/** Compares mined pairs with released ones: which are found again, and for each that is not, the rule that lost it. */

import { cosine } from '../../../build/pairs/index.ts';
import type { LedgerRow } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { SituatedGenExample } from '../row.ts';
import { judgePair, prepareStatement } from '../steps/pair-rules.ts';

interface MissedPair {
  ids: [string, string];
  rule: string;
  value?: number | string;
  limit?: number;
  masked?: [string, string];
}

export interface PairComparison {
  pairs: number;
  /** Pairs whose two statements were both given to the build. */
  given: number;
  found: number;
  /** Share of the given pairs that were found. */
  share: number | null;
  lostBy: Record<string, number>;
  missed: MissedPair[];
}

export interface MinedStatements {
  /** Those that came as far as mining, with their masked forms and vectors. */
  statements: readonly Statement[];
  masked: readonly string[];
  vectors: Float32Array;
  dimensions: number;
  threshold: number;
  sharedEntities: 'context' | 'all';
  contexts: 'same' | 'any';
  /** Why others did not. */
  dropped: readonly LedgerRow[];
}

export function comparePairs(released: readonly SituatedGenExample[], mined: MinedStatements): PairComparison {
  const place = new Map(mined.statements.map(({ id }, index) => [id, index]));
  const lost = new Map(mined.dropped.filter(({ step }) => step !== 'mine' && step !== 'split').map((row) => [row.ids[0], row]));
  const comparison: PairComparison = { pairs: released.length, given: 0, found: 0, share: null, lostBy: {}, missed: [] };
  for (const { ids } of released) {
    if (!ids.every((id) => place.has(id) || lost.has(id))) continue;
    comparison.given++;
    const miss = judge(ids, mined, place, lost);
    if (miss === null) comparison.found++;
    else {
      comparison.missed.push(miss);
      comparison.lostBy[miss.rule] = (comparison.lostBy[miss.rule] ?? 0) + 1;
    }
  }
  comparison.share = comparison.given > 0 ? comparison.found / comparison.given : null;
  return comparison;
}

function judge(
  ids: [string, string],
  { statements, masked, vectors, dimensions, threshold, sharedEntities, contexts }: MinedStatements,
  place: ReadonlyMap<string, number>,
  lost: ReadonlyMap<string, LedgerRow>,
): MissedPair | null {
  for (const id of ids) {
    const row = lost.get(id);
    if (row && !place.has(id)) return { ids, rule: `${row.step}: ${row.rule}`, value: row.value, limit: numeric(row.limit) };
  }
  const [first, second] = [place.get(ids[0]) ?? 0, place.get(ids[1]) ?? 0];
  const similarity = cosine(vectors, first, second, dimensions);
  const sentences: [string, string] = [masked[first], masked[second]];
  if (similarity < threshold)
    return { ids, rule: 'mine: similarity below the threshold', value: similarity, limit: threshold, masked: sentences };
  const [one, other] = [first, second].map((index) => prepareStatement(statements[index], { sharedEntities }));
  const verdict = judgePair(one, other, { contexts });
  return 'rule' in verdict ? { ids, rule: `mine: ${verdict.rule}`, value: verdict.value, masked: sentences } : null;
}

function numeric(limit: LedgerRow['limit']): number | undefined {
  return typeof limit === 'number' ? limit : undefined;
}
