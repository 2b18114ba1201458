/** Contrastive sentence mining (SituatedGen, section 4.3, appendix A.2): similar masked statements that keep the pair rules. */
import { z } from 'zod';
import {
  createBestPartners,
  estimatePairs,
  joinTiles,
  mayReach,
  nearest,
  paraphraseMining,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  similarPairs,
  TOP_K,
  writtenSimilarity,
} from '../../../build/pairs/index.ts';
import { defineStep, type LedgerRow, type Shard, type TileFinder } from '../../../core/index.ts';
import { CONTEXTS, type Context, type Statement } from '../../../statements/index.ts';
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
  /** All pairs above the threshold, or those that `paraphrase_mining` of sentence-transformers returns. */
  mining?: 'exhaustive' | 'paraphrase-mining';
  /** Each statement keeps so many of its most similar partners; the memory is bounded then. */
  bestPartners?: number;
}

/** A pair that `paraphrase_mining` does not return. */
export const BEYOND_NEAREST = `neither is among the ${TOP_K} nearest of the other`;

/** All partners of a statement have better ones. */
const BETTER_PARTNERS = 'its partners have better ones';

type Refusal = PairRule | typeof BEYOND_NEAREST | typeof BETTER_PARTNERS;

export interface MinePairsResult {
  rows: MinedPair[];
  dropped: LedgerRow[];
  /** Similar pairs that a rule refused, by rule: too many to list, counted. */
  refused: Record<string, number>;
}

/** `vectors` are the unit embeddings of the masked statements, a row each; then those of the crowd, which can only be in the way. */
async function minePairs(
  statements: readonly Statement[],
  vectors: Float32Array,
  {
    threshold,
    sharedEntities,
    sharedContext,
    contexts,
    mining,
    bestPartners,
    dimensions,
    exact,
    tiles,
  }: MinePairsOptions & SettleOptions & { tiles?: TileFinder },
): Promise<MinePairsResult> {
  if (bestPartners === undefined) await demandMemory(vectors, { threshold, dimensions, tiles });
  const prepared = statements.map((statement) => prepareStatement(statement, { sharedEntities }));
  const refused: Record<string, number> = { 'contexts differ': 0, 'shared entity': 0, 'one statement contains the other': 0 };
  const rows: MinedPair[] = [];
  const paired = new Uint8Array(statements.length);
  const lostBy = new Map<number, { rule: Refusal; similarity: number; value?: string }>();
  const refuse = ({ first, second, similarity }: SimilarPair, verdict: { rule: Refusal; value?: string }) => {
    refused[verdict.rule] = (refused[verdict.rule] ?? 0) + 1;
    for (const index of [first, second]) {
      if (similarity > (lostBy.get(index)?.similarity ?? -1)) lostBy.set(index, { ...verdict, similarity });
    }
  };
  const near = { dimensions, threshold, exact, tiles };
  const judge = ({ first, second }: SimilarPair) => judgePair(prepared[first], prepared[second], { contexts, sharedContext });
  const keep = ({ first, second, similarity }: SimilarPair, context: Context | null) => {
    rows.push({ first, second, similarity, context });
    paired[first] = paired[second] = 1;
  };
  if (bestPartners !== undefined) {
    const best = createBestPartners(statements.length, bestPartners);
    for await (const tile of joinTiles(vectors, vectors, { dimensions, threshold, tiles, same: true })) {
      for (const pair of tile) {
        if (!mayReach(pair.similarity, threshold)) continue;
        const verdict = judge(pair);
        if ('rule' in verdict) refuse({ ...pair, similarity: writtenSimilarity(pair.similarity) }, verdict);
        else {
          best.add(pair);
          lostBy.set(pair.first, { rule: BETTER_PARTNERS, similarity: 2 }).set(pair.second, { rule: BETTER_PARTNERS, similarity: 2 });
        }
      }
    }
    // Measured exactly where it matters: among those that are kept.
    const kept = best.pairs();
    await settleSimilarities(kept, near);
    for (const pair of kept) {
      const verdict = judge(pair);
      if (!('rule' in verdict) && reaches(pair.similarity, threshold))
        keep({ ...pair, similarity: writtenSimilarity(pair.similarity) }, verdict.context);
    }
  } else {
    const { pairs, beyond } =
      mining === 'paraphrase-mining' ? await paraphraseMining(vectors, near) : { pairs: await similarPairs(vectors, near), beyond: [] };
    const own = ({ second }: SimilarPair) => second < statements.length;
    for (const pair of pairs.filter(own)) {
      const verdict = judge(pair);
      if ('rule' in verdict) refuse(pair, verdict);
      else keep(pair, verdict.context);
    }
    for (const pair of beyond.filter(own)) {
      const verdict = judge(pair);
      refuse(pair, 'rule' in verdict ? verdict : { rule: BEYOND_NEAREST });
    }
  }
  const alone = statements.flatMap((_, index) => (paired[index] ? [] : [index]));
  const best = await nearest(vectors.subarray(0, statements.length * dimensions), {
    dimensions,
    exact,
    tiles,
    of: alone.filter((index) => !lostBy.has(index)),
  });
  const bestOf = new Map(alone.filter((index) => !lostBy.has(index)).map((index, i) => [index, best[i]]));
  const dropped = alone.map((index): LedgerRow => {
    const place = { step: 'mine' as const, ids: [statements[index].id], text: statements[index].text };
    const lost = lostBy.get(index);
    if (lost?.rule === BETTER_PARTNERS) return { ...place, rule: lost.rule, limit: bestPartners };
    if (lost) return { ...place, rule: lost.rule, value: lost.value ?? lost.similarity };
    return { ...place, rule: 'no similar statement', value: bestOf.get(index)?.similarity ?? 0, limit: threshold };
  });
  return { rows, dropped, refused };
}

/** Statements made from a few templates are nearly all alike: refused before the search, which would end without memory. */
async function demandMemory(vectors: Float32Array, options: { threshold: number; dimensions: number; tiles?: TileFinder }): Promise<void> {
  const statements = vectors.length / options.dimensions;
  if (statements ** 2 / 2 <= MOST_PAIRS) return;
  refuseMore(await estimatePairs(vectors, options), { statements, most: MOST_PAIRS });
}

/** Reads the statements, the vectors of masked texts and, without vectors of their own, the texts of the crowd. Rows are partners of statements; `facts` counts refused pairs by rule. */
export const mineStep = defineStep({
  name: 'mine',
  version: 4,
  options: z.object({
    threshold: z.number(),
    sharedEntities: z.enum(['context', 'all']),
    sharedContext: z.boolean(),
    contexts: z.enum(['same', 'any']),
    mining: z.enum(['exhaustive', 'paraphrase-mining']),
    bestPartners: z.number().optional(),
  }),
  needs: { embedder: true, tiles: true },
  over: 'all',
  async run(shards: readonly Shard<StatementOrText>[], options, tools): Promise<Shard<Partners>> {
    const { statements, texts } = sortShards(shards);
    const masked = statements.map(({ text, keywords = [] }) => maskKeywords(text, keywords));
    const crowd = texts.flatMap((shard) => (shard.vectors ? [] : shard.rows));
    const all = [...masked, ...crowd];
    const { vectors, dimensions } = vectorsOf(all, texts);
    const { rows, dropped, refused } = await minePairs(statements, vectors, {
      ...options,
      dimensions,
      tiles: tools.tiles,
      ...exactVectors(all, tools),
    });
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
