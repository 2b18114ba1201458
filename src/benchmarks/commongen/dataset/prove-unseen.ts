/** The proof of `--unseen`: every composition of every dev and test set, looked up in train. */

import { uniqueCompositions } from '../compositions.ts';
import { type CommonGenRow, conceptsOf } from '../item.ts';

export interface UnseenProof {
  /** Checked and found in train, by split and number of concepts. */
  [split: string]: Record<'concepts' | 'pairs' | 'triples', { checked: number; inTrain: number; examples: string[] }>;
}

const KINDS = { concepts: 1, pairs: 2, triples: 3 } as const;
const SHOWN = 5;

export function proveUnseen(splits: Readonly<Record<'train' | 'dev' | 'test', readonly CommonGenRow[]>>): UnseenProof {
  const compositionsOf = (rows: readonly CommonGenRow[], size: number) => uniqueCompositions(rows.map(conceptsOf), size);
  const proof: UnseenProof = {};
  for (const split of ['dev', 'test'] as const) {
    proof[split] = Object.fromEntries(
      Object.entries(KINDS).map(([kind, size]) => {
        const seen = compositionsOf(splits.train, size);
        const checked = compositionsOf(splits[split], size);
        const shared = [...checked].filter((each) => seen.has(each)).sort();
        return [kind, { checked: checked.size, inTrain: shared.length, examples: shared.slice(0, SHOWN) }];
      }),
    ) as UnseenProof[string];
  }
  return proof;
}
