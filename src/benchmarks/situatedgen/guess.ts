/** A pair at the level of chance: the keywords in random order, cut in half; each half is a sentence. */
import type { Random } from '../../core/index.ts';

export function guessPair(keywords: readonly string[], random: Random): [string, string] {
  const shuffled = random.shuffle(keywords);
  const half = Math.ceil(shuffled.length / 2);
  return [toSentence(shuffled.slice(0, half)), toSentence(shuffled.slice(half))];
}

/** Begins with a capital letter, so that a reader of the joined text can tell the two sentences apart. */
function toSentence(keywords: readonly string[]): string {
  const text = keywords.join(' ');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
}
