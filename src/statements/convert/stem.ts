/** A stem cut into its context sentences and the sentence that asks. */
import { isPunctuation, type Word } from './words.ts';

export interface Stem {
  before: Word[];
  asking: Word[];
  after: Word[];
}

const WH = /^(what|whats|which|who|whom|whose|where|when|why|how)$/;
export const isWh = (word: Word | undefined) => word !== undefined && WH.test(word.lower);
export const isBlank = (word: Word) => /^_+$/.test(word.text) || (/^\[?(blank|mask)\]?$/i.test(word.text) && word.text !== word.lower);

/** The last sentence with a question mark, a blank or a wh-word asks; without one, the last. */
export function splitStem(words: readonly Word[]): Stem {
  const sentences = sentencesOf(words);
  const asks = (sentence: readonly Word[]) => sentence.some(isBlank) || sentence.some((word) => /^\?/.test(word.text));
  let at = sentences.length - 1;
  for (let i = sentences.length - 1; i >= 0; i--) {
    if (asks(sentences[i])) {
      at = i;
      break;
    }
  }
  return {
    before: sentences.slice(0, at).flat(),
    asking: sentences[at] ?? [],
    after: sentences
      .slice(at + 1)
      .flat()
      .filter((word) => !isPunctuation(word) || sentences.length > at + 1),
  };
}

function sentencesOf(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = [[]];
  for (const [i, word] of words.entries()) {
    sentences[sentences.length - 1].push(word);
    const next = words[i + 1];
    if (/^[.!?]+$/.test(word.text) && next && /[\p{L}\p{N}"“'(_]/u.test(next.text.charAt(0)) && (next.space || /^\p{Lu}/u.test(next.text)))
      sentences.push([]);
  }
  return sentences;
}

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
