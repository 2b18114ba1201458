/** The share of keywords that are in the right sentence, in the order of the two sentences that fits better (SituatedGen, appendix C.2). */

/** The sentences in which the answer has a keyword. */
export interface Grouping {
  /** Sentences of the answer it belongs to: one of them, both if that is not known, none if it is in neither. */
  t: readonly number[];
  /** The answer has it in both sentences. */
  both: boolean;
}

/** Whether the output has a keyword in its first and in its second sentence. */
export type Placed = readonly [boolean, boolean];

/** (1/k) max(Σ [tᵢ = pᵢ], Σ [1 − tᵢ = pᵢ]). `strict`: a keyword in both sentences is wrong, unless the answer has it in both. */
export function bestOrder<K extends Grouping>(
  keywords: readonly K[],
  placed: (keyword: K) => Placed,
  { strict = false }: { strict?: boolean } = {},
): number {
  const right = [0, 0];
  for (const keyword of keywords) {
    const own = placed(keyword);
    if (strict && own[0] && own[1] && !keyword.both) continue;
    if (keyword.t.some((sentence) => own[sentence])) right[0]++;
    if (keyword.t.some((sentence) => own[1 - sentence])) right[1]++;
  }
  return Math.max(...right) / keywords.length;
}
