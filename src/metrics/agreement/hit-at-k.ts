/** hit@k (CommonGen, section 5.2, Table 4): the share of items whose right answer, or best system, is among the first k. */

/** `ranks` has one 1-based rank per item, null where the right one is missing altogether, which is a miss. null without items. */
export function hitAtK(ranks: readonly (number | null)[], k: number): number | null {
  if (ranks.length === 0) return null;
  return ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length;
}

/** The 1-based place of the right answer when the answers are ordered by score, highest first; the worst place among equal scores. */
export function rankOfScore(scores: readonly number[], right: number): number {
  return scores.filter((score) => score >= scores[right]).length;
}
