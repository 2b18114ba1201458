/** Finds the answer that a generated one matches (Santos et al. 2022, section 7.1): exactly, almost, or near in meaning. */
import { foldText, sameness } from '../author/near-duplicates.ts';

export type MatchKind = 'exact' | 'almost' | 'abstract' | 'embedding';

export interface AnswerOption {
  id: string;
  text: string;
  /** Null where it is withheld or was removed for lack of agreement. */
  label: 'yes' | 'no' | null;
}

export interface AnswerMatch {
  kind: MatchKind;
  answer: AnswerOption;
  /** The cosine, for matches by embedding. */
  similarity?: number;
  /** The number of hypernyms between the answer and the class that was named. */
  steps?: number;
}

/** The number of further words that a sentence may have around an answer. */
const MOST_AROUND = 6;
const NEGATION = /\b(not|no|never|without|n't|cannot)\b|n['’]t\b/i;

/** Compares letters alone; null where no answer, or more than one, is meant. */
export function matchByText(generated: string, answers: readonly AnswerOption[]): AnswerMatch | null {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/(?<![.!?])[.!?]+$/, '');
  const exact = answers.find(({ text }) => plain(text) === plain(generated));
  if (exact) return { kind: 'exact', answer: exact };
  const same = answers.filter(({ text }) => sameness(text, generated) !== null);
  if (same.length === 1) return { kind: 'almost', answer: same[0] };
  const inside = answers.filter(({ text }) => standsIn(text, generated));
  // "a little sad" and "sad" are both in "she is a little sad": the longer one is meant.
  const longest = inside.filter(({ text }) => !inside.some((other) => other.text !== text && standsIn(text, other.text)));
  return longest.length === 1 ? { kind: 'almost', answer: longest[0] } : null;
}

/** The answer occurs as whole words, with few words around it and none that change its sense. */
function standsIn(answer: string, text: string): boolean {
  const [inner, outer] = [foldText(answer), foldText(text)];
  if (inner === '' || !` ${outer} `.includes(` ${inner} `)) return false;
  if (NEGATION.test(text) && !NEGATION.test(answer)) return false;
  return outer.split(' ').length - inner.split(' ').length <= MOST_AROUND;
}

export interface Vectors {
  /** Unit length. */
  generated: Float32Array;
  answers: readonly Float32Array[];
}

/** The nearest answer, if its cosine reaches the limit. */
export function matchByMeaning(
  answers: readonly AnswerOption[],
  { generated, answers: vectors }: Vectors,
  { limit = 0.8 } = {},
): AnswerMatch | null {
  let best: AnswerMatch | null = null;
  for (const [i, answer] of answers.entries()) {
    const similarity = vectors[i].reduce((sum, value, j) => sum + value * generated[j], 0);
    if (similarity >= limit && similarity > (best?.similarity ?? Number.NEGATIVE_INFINITY)) {
      best = { kind: 'embedding', answer, similarity: Math.round(similarity * 1e5) / 1e5 };
    }
  }
  return best;
}
