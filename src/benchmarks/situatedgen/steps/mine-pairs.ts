/** Contrastive sentence mining (SituatedGen, section 4.3, appendix A.2): similar masked statements that keep the pair rules. */
import { z } from 'zod';
import { estimatePairs, nearest, type SettleOptions, similarPairs } from '../../../build/pairs/index.ts';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import { CONTEXTS, type Context, type Statement } from '../../../statements/index.ts';
import type { StrictRule } from '../pairs/strict-rules.ts';
import { exactVectors, vectorsOf } from './embed-texts.ts';
import { MOST_PAIRS, refuseMore } from './foresee-pairs.ts';
import { maskKeywords } from './mask-keywords.ts';
import { judgePair, type PairRule, type PairRulesOptions, prepareStatement } from './pair-rules.ts';
import { type StatementOrText, sortShards } from './sort-shards.ts';

export interface MinedPair {
  /** Places of the two statements in the list. */
  first: number;
  second: number;
  similarity: number;
  /** null for a pair of different contexts, with `contexts: 'any'`. */
  context: Context | null;
  /** How contrastive the pair is, where the strict rules have judged it. */
  contrast?: number;
}

export interface MinePairsOptions extends PairRulesOptions {
  threshold: number;
}

export interface MinePairsResult {
  rows: MinedPair[];
  dropped: LedgerRow[];
  /** Similar pairs that a rule refused, by rule: too many to list, counted. */
  refused: Partial<Record<PairRule | StrictRule, number>>;
}

/** `vectors` are the unit embeddings of the masked statements, a row each. */
async function minePairs(
  statements: readonly Statement[],
  vectors: Float32Array,
  { threshold, sharedEntities, sharedContext, contexts, dimensions, exact }: MinePairsOptions & SettleOptions,
): Promise<MinePairsResult> {
  demandMemory(vectors, { threshold, dimensions });
  const prepared = statements.map((statement) => prepareStatement(statement, { sharedEntities }));
  const refused: Record<PairRule, number> = { 'contexts differ': 0, 'shared entity': 0, 'one statement contains the other': 0 };
  const rows: MinedPair[] = [];
  const paired = new Uint8Array(statements.length);
  const lostBy = new Map<number, { rule: PairRule; similarity: number; value?: string }>();
  for (const { first, second, similarity } of await similarPairs(vectors, { dimensions, threshold, exact })) {
    const verdict = judgePair(prepared[first], prepared[second], { contexts, sharedContext });
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
  const best = await nearest(vectors, { dimensions, exact, of: alone.filter((index) => !lostBy.has(index)) });
  const bestOf = new Map(alone.filter((index) => !lostBy.has(index)).map((index, i) => [index, best[i]]));
  const dropped = alone.map((index): LedgerRow => {
    const place = { step: 'mine' as const, ids: [statements[index].id], text: statements[index].text };
    const lost = lostBy.get(index);
    if (lost) return { ...place, rule: lost.rule, value: lost.value ?? lost.similarity };
    return { ...place, rule: 'no similar statement', value: bestOf.get(index)?.similarity ?? 0, limit: threshold };
  });
  return { rows, dropped, refused };
}

/** Statements made from a few templates are nearly all alike: refused before the search, which would end without memory. */
function demandMemory(vectors: Float32Array, options: { threshold: number; dimensions: number }): void {
  const statements = vectors.length / options.dimensions;
  if (statements ** 2 / 2 <= MOST_PAIRS) return;
  refuseMore(estimatePairs(vectors, options), { statements, most: MOST_PAIRS });
}

/** Reads the statements, and the vectors of their masked texts. Rows are partners of statements; `facts` counts refused pairs by rule. */
export const mineStep = defineStep({
  name: 'mine',
  version: 4,
  options: z.object({
    threshold: z.number(),
    sharedEntities: z.enum(['context', 'all']),
    sharedContext: z.boolean(),
    contexts: z.enum(['same', 'any']),
  }),
  needs: { embedder: true },
  over: 'all',
  async run(shards: readonly Shard<StatementOrText>[], options, tools): Promise<Shard<Partners>> {
    const { statements, texts } = sortShards(shards);
    const masked = statements.map(({ text, keywords = [] }) => maskKeywords(text, keywords));
    const { vectors, dimensions } = vectorsOf(masked, texts);
    const { rows, dropped, refused } = await minePairs(statements, vectors, { ...options, dimensions, ...exactVectors(masked, tools) });
    return { rows: packPairs(rows), dropped, facts: refused };
  },
});

/** The pairs of one statement with later ones: a quarter of the bytes of a row for each pair. */
export interface Partners {
  first: number;
  second: number[];
  similarity: number[];
  /** Places in CONTEXTS; −1 for none. */
  context: number[];
  contrast?: number[];
}

/** `pairs` are in the order of their first statements. */
export function packPairs(pairs: readonly MinedPair[]): Partners[] {
  const rows: Partners[] = [];
  for (const { first, second, similarity, context, contrast } of pairs) {
    let row = rows.at(-1);
    if (row?.first !== first) {
      row = { first, second: [], similarity: [], context: [] };
      rows.push(row);
    }
    row.second.push(second);
    row.similarity.push(similarity);
    row.context.push(context === null ? -1 : CONTEXTS.indexOf(context));
    if (contrast !== undefined) {
      row.contrast ??= [];
      row.contrast.push(contrast);
    }
  }
  return rows;
}

export function unpackPairs(rows: Iterable<Partners>): MinedPair[] {
  const pairs: MinedPair[] = [];
  for (const { first, second, similarity, context, contrast } of rows) {
    for (let i = 0; i < second.length; i++)
      pairs.push({
        first,
        second: second[i],
        similarity: similarity[i],
        context: CONTEXTS[context[i]] ?? null,
        ...(contrast ? { contrast: contrast[i] } : {}),
      });
  }
  return pairs;
}
