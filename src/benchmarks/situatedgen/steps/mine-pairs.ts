/** Contrastive sentence mining (SituatedGen, section 4.3 and appendix A.2): statements whose masked forms are alike and that keep the pair rules. */

import { nearest, similarPairs } from '../../../build/pairs/index.ts';
import type { LedgerRow, StepResult } from '../../../core/index.ts';
import type { Context, Statement } from '../../../statements/index.ts';
import { judgePair, type PairRule, type PairRulesOptions, prepareStatement } from './pair-rules.ts';

export interface MinedPair {
  /** Places of the two statements in the list. */
  first: number;
  second: number;
  similarity: number;
  /** null for a pair of different contexts, with `contexts: 'any'`. */
  context: Context | null;
}

export interface MinePairsOptions extends PairRulesOptions {
  threshold: number;
}

export interface MinePairsResult extends StepResult<MinedPair> {
  /** Similar pairs that a rule refused, by rule: too many to list, counted. */
  refused: Record<PairRule, number>;
}

/** `vectors` are the unit embeddings of the masked statements, a row each. */
export function minePairs(
  statements: readonly Statement[],
  vectors: Float32Array,
  { threshold, sharedEntities, contexts, dimensions }: MinePairsOptions & { dimensions: number },
): MinePairsResult {
  const prepared = statements.map((statement) => prepareStatement(statement, { sharedEntities }));
  const refused: Record<PairRule, number> = { 'contexts differ': 0, 'shared entity': 0, 'one statement contains the other': 0 };
  const rows: MinedPair[] = [];
  const paired = new Uint8Array(statements.length);
  const lostBy = new Map<number, { rule: PairRule; similarity: number; value?: string }>();
  for (const { first, second, similarity } of similarPairs(vectors, { dimensions, threshold })) {
    const verdict = judgePair(prepared[first], prepared[second], { contexts });
    if (!('rule' in verdict)) {
      rows.push({ first, second, similarity, context: verdict.context });
      paired[first] = paired[second] = 1;
      continue;
    }
    refused[verdict.rule]++;
    for (const index of [first, second]) {
      if (similarity > (lostBy.get(index)?.similarity ?? -1)) lostBy.set(index, { ...verdict, similarity });
    }
  }
  const alone = statements.flatMap((_, index) => (paired[index] ? [] : [index]));
  const best = nearest(vectors, { dimensions, of: alone.filter((index) => !lostBy.has(index)) });
  const bestOf = new Map(alone.filter((index) => !lostBy.has(index)).map((index, i) => [index, best[i]]));
  const dropped = alone.map((index): LedgerRow => {
    const place = { step: 'mine' as const, ids: [statements[index].id], text: statements[index].text };
    const lost = lostBy.get(index);
    if (lost) return { ...place, rule: lost.rule, value: lost.value ?? lost.similarity };
    return { ...place, rule: 'no similar statement', value: bestOf.get(index)?.similarity ?? 0, limit: threshold };
  });
  return { rows, dropped, refused };
}
