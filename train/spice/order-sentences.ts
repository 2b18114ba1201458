/** Which sentences to have parsed first: short ones with words that the sentences before them seldom have. */

/** Shorter sentences teach too little of how phrases hang together. */
const SHORTEST = 4;

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9'-]+/g) ?? [];
/** About how long the original takes, in parts of a short sentence. */
const costOf = (words: readonly string[]) => words.length ** 1.6 + 8;

/** Two chosen sentences, then one as it comes, so that usual words and long sentences are not left out. */
export function orderSentences(texts: readonly string[]): string[] {
  const words = texts.map(wordsOf);
  const seen = new Map<string, number>();
  const worth = (i: number) => {
    if (words[i].length < SHORTEST) return 0;
    let sum = 0;
    for (const word of new Set(words[i])) sum += (1 + (seen.get(word) ?? 0)) ** -0.5;
    return sum / costOf(words[i]);
  };
  // Worth only falls while words are seen, so an old value is a bound: only the first ones of a round are looked at again.
  let left = texts.map((_, i) => ({ i, worth: worth(i) }));
  const chosen: number[] = [];
  while (left.length > 0) {
    left.sort((a, b) => b.worth - a.worth || a.i - b.i);
    const round = Math.max(1, left.length >> 6);
    const least = left[round - 1].worth;
    for (const entry of left) {
      if (entry.worth < least) break;
      entry.worth = worth(entry.i);
      if (entry.worth < least && round > 1) continue;
      chosen.push(entry.i);
      for (const word of words[entry.i]) seen.set(word, (seen.get(word) ?? 0) + 1);
      entry.worth = -1;
    }
    left = left.filter((entry) => entry.worth >= 0);
  }
  const taken = new Set<number>();
  const order: string[] = [];
  let next = 0;
  const take = (i: number) => {
    if (taken.has(i)) return false;
    taken.add(i);
    order.push(texts[i]);
    return true;
  };
  let run = 0;
  for (const i of chosen) {
    if (!take(i) || ++run % 2 !== 0) continue;
    while (next < texts.length && !take(next++));
  }
  return order;
}
