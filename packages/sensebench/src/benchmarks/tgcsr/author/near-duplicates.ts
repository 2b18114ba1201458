/** Near-duplicate texts: equal up to case, articles, hedges and punctuation, or up to a typing error. */

const PASSED_OVER = /\b(a|an|the|about|around|roughly|some|approximately)\b/g;

/** The normalized form of a text, by which texts are compared. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replace(PASSED_OVER, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `same`: equal when normalized, unless nothing is left. `near`: at most one edit per ten letters, and the same numbers. */
export function sameness(first: string, second: string): 'same' | 'near' | null {
  const [a, b] = [foldText(first), foldText(second)];
  if (a === b && a !== '') return 'same';
  const longest = Math.max(a.length, b.length);
  if (longest < 8 || numbersOf(a) !== numbersOf(b)) return null;
  return editDistance(a, b) * 10 <= longest ? 'near' : null;
}

function numbersOf(text: string): string {
  return (
    text.match(/\d+|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand)\b/g) ?? []
  ).join(' ');
}

/** The candidate with the fewest edits, if they change at most half of its letters. */
export function nearestText(text: string, candidates: readonly string[]): string | null {
  const scored = candidates.map((candidate) => ({ candidate, edits: editDistance(text.toLowerCase(), candidate.toLowerCase()) }));
  const [best] = scored.sort((a, b) => a.edits - b.edits);
  return best && best.edits * 2 <= best.candidate.length ? best.candidate : null;
}

/** Levenshtein (1966). */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, j) => j);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(first[i - 1] !== second[j - 1])));
    }
    row = next;
  }
  return row[second.length];
}
