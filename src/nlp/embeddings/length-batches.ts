/** Batches of texts of similar length, duplicates once; the result depends on the texts alone. */

/** Each text once, and for each given text its position among them. */
export function uniqueTexts(texts: readonly string[]): { unique: string[]; position: number[] } {
  const seen = new Map<string, number>();
  const unique: string[] = [];
  const position = texts.map((text) => {
    let index = seen.get(text);
    if (index === undefined) {
      index = unique.length;
      seen.set(text, index);
      unique.push(text);
    }
    return index;
  });
  return { unique, position };
}

export interface BatchLimits {
  maxTexts?: number;
  /** Tokens of a batch, padding counted. Between 150 and 1,000 the speed is the same. */
  maxTokens?: number;
}

/** Cost of starting a batch, in tokens. */
const BATCH_COST = 20;

/** Batches of positions, shortest first, cut where the least is padded; each holds at most `maxTexts` texts and `maxTokens` tokens, or one longer text. */
export function cutBatches(lengths: readonly number[], { maxTexts = 64, maxTokens = 512 }: BatchLimits = {}): number[][] {
  const order = lengths.map((_, index) => index).sort((a, b) => lengths[a] - lengths[b] || a - b);
  // The least cost of the first texts, and where the last of their batches begins.
  const cost = new Float64Array(order.length + 1);
  const begin = new Uint32Array(order.length + 1);
  for (let end = 1; end <= order.length; end++) {
    const longest = lengths[order[end - 1]];
    cost[end] = Number.POSITIVE_INFINITY;
    for (let count = 1; count <= Math.min(end, maxTexts) && (count === 1 || count * longest <= maxTokens); count++) {
      const total = cost[end - count] + BATCH_COST + count * longest;
      if (total < cost[end]) {
        cost[end] = total;
        begin[end] = end - count;
      }
    }
  }
  const batches: number[][] = [];
  for (let end = order.length; end > 0; end = begin[end]) batches.push(order.slice(begin[end], end));
  return batches.reverse();
}
