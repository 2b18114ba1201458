/** Words that ask: wh-words and blanks, and the sentence without its final mark. */
import type { Word } from './words.ts';

const WH = /^(what|whats|which|who|whom|whose|where|when|why|how)$/;
export const isWh = (word: Word | undefined) => word !== undefined && WH.test(word.lower);
export const isBlank = (word: Word) => /^_+$/.test(word.text) || (/^\[?(blank|mask)\]?$/i.test(word.text) && word.text !== word.lower);

/** Without its final question mark, full stop or spaces. */
export function trimmed(words: readonly Word[]): Word[] {
  let end = words.length;
  while (end > 0 && /^[?!.,;:]+$|^\.\.\.$/.test(words[end - 1].text)) end--;
  const kept = words.slice(0, end);
  const last = kept[end - 1];
  // "in the U.S.?": the stop belongs to the abbreviation.
  const abbreviation =
    last !== undefined &&
    /^\.\?/.test(
      words
        .slice(end)
        .map(({ text }) => text)
        .join(''),
    ) &&
    /^(\p{L}\.)+\p{L}$/u.test(last.text);
  return abbreviation ? [...kept.slice(0, -1), { ...last, text: `${last.text}.`, lower: `${last.lower}.` }] : kept;
}
