/** Batches of texts of about one length, cut from the global length-sorted order: the same texts give the same batches whoever runs them. */

export interface LengthBatch {
  /** Places in the list that was given. */
  places: number[];
  /** Tokens of its longest text. */
  longest: number;
}

/** A batch holds at most `tokens` tokens, padding included. */
export function lengthBatches(lengths: readonly number[], { tokens }: { tokens: number }): LengthBatch[] {
  const order = lengths.map((_, i) => i).sort((a, b) => lengths[a] - lengths[b] || a - b);
  const batches: LengthBatch[] = [];
  let current: LengthBatch = { places: [], longest: 0 };
  for (const place of order) {
    const longest = Math.max(current.longest, lengths[place]);
    if (current.places.length > 0 && longest * (current.places.length + 1) > tokens) {
      batches.push(current);
      current = { places: [], longest: 0 };
    }
    current.places.push(place);
    current.longest = Math.max(current.longest, lengths[place]);
  }
  if (current.places.length > 0) batches.push(current);
  return batches;
}
