/** What a candidate shares with a reference in ROUGE's three ways of counting: n-grams, a subsequence, a union of subsequences. */

export interface Shared {
  common: number;
  candidate: number;
  reference: number;
}

export interface RougeParts {
  precision: number;
  recall: number;
  f: number;
}

export function partsOf({ common, candidate, reference }: Shared): RougeParts {
  const precision = common / Math.max(candidate, 1);
  const recall = common / Math.max(reference, 1);
  return { precision, recall, f: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 };
}

export function sharedGrams(reference: readonly string[], candidate: readonly string[], order: number): Shared {
  const [theirs, own] = [gramsOf(reference, order), gramsOf(candidate, order)];
  const rest = countsOf(theirs);
  return { common: own.filter((gram) => take(rest, gram)).length, candidate: own.length, reference: theirs.length };
}

export function sharedSubsequence(reference: readonly string[], candidate: readonly string[]): Shared {
  const common = reference.length && candidate.length ? longestCommonSubsequence(reference, candidate) : 0;
  return { common, candidate: candidate.length, reference: reference.length };
}

/** Each sentence of the reference against all of the candidate (Lin 2004, section 3.2); a word counts no more often than each side has it. */
export function sharedSummary(reference: readonly (readonly string[])[], candidate: readonly (readonly string[])[]): Shared {
  const [theirs, own] = [reference.flat(), candidate.flat()];
  const [restOfReference, restOfCandidate] = [countsOf(theirs), countsOf(own)];
  let common = 0;
  for (const sentence of reference) {
    const places = new Set(candidate.flatMap((other) => commonPlaces(sentence, other)));
    for (const place of [...places].sort((a, b) => a - b)) {
      const word = sentence[place];
      // Both must have one left before one is taken of each.
      if ((restOfReference.get(word) ?? 0) > 0 && take(restOfCandidate, word)) {
        take(restOfReference, word);
        common++;
      }
    }
  }
  return { common, candidate: own.length, reference: theirs.length };
}

/** Places in the first text of one longest common subsequence: the one that the original reads out of its table. */
function commonPlaces(first: readonly string[], second: readonly string[]): number[] {
  const width = second.length + 1;
  const table = new Int32Array((first.length + 1) * width);
  for (let i = 1; i <= first.length; i++) {
    for (let j = 1; j <= second.length; j++) {
      const above = (i - 1) * width + j;
      table[i * width + j] = first[i - 1] === second[j - 1] ? table[above - 1] + 1 : Math.max(table[above], table[i * width + j - 1]);
    }
  }
  const places: number[] = [];
  for (let i = first.length, j = second.length; i > 0 && j > 0; ) {
    if (first[i - 1] === second[j - 1]) {
      places.push(--i);
      j--;
    } else if (table[i * width + j - 1] > table[(i - 1) * width + j]) j--;
    else i--;
  }
  return places;
}

function gramsOf(words: readonly string[], order: number): string[] {
  return words.slice(order - 1).map((_, i) => words.slice(i, i + order).join(' '));
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Takes one away; false where none is left. */
function take(counts: Map<string, number>, word: string): boolean {
  const left = counts.get(word) ?? 0;
  if (left > 0) counts.set(word, left - 1);
  return left > 0;
}

/** Length of the longest common subsequence of two texts, by the usual table of which one row is kept. */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const row = new Int32Array(b.length + 1);
  for (const word of a) {
    let corner = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j];
      row[j] = word === b[j - 1] ? corner + 1 : Math.max(above, row[j - 1]);
      corner = above;
    }
  }
  return row[b.length];
}
