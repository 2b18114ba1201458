/** The text of a question before it is read: single spaces, no capitals for emphasis, context sentences apart from the one that asks. */
import { splitSentences } from '../../nlp/tokens/index.ts';

export interface StemText {
  before: string;
  asking: string;
  after: string;
}

const EMPHASIS =
  /\b(MOST|BEST|LEAST|NOT|ONLY|ALWAYS|NEVER|EXCEPT|MAIN|ALL|FIRST|LAST|LEAST|BOTH|TRUE|FALSE|CORRECT|INCORRECT|LIKELY|MOST LIKELY|PRIMARY|GREATEST|SAME|DIFFERENT|MORE|LESS|CANNOT|NO|OPPOSITE|DIRECTLY|AND|OR|MAJOR|MOSTLY|WORST|HIGHEST|LOWEST|LARGEST|SMALLEST|LONGEST|SHORTEST|FASTEST|SLOWEST|STRONGEST|BETTER|BEFORE|AFTER|NONE|MUST|ANY|EVERY|EITHER|NEITHER|FINAL|INCREASE|DECREASE|DOES|SHOULD|DURING|EASIEST|CLOSEST|USUALLY|IMMEDIATELY|PRIMARILY|ONE|TWO|THREE|FOUR)\b/g;

/** A text in capitals throughout is left alone: there they say nothing about emphasis. */
export function plainText(text: string, isCommon: (word: string) => boolean): string {
  const tidy = text.replace(/\s+/g, ' ').trim();
  if (!/\p{Ll}/u.test(tidy)) return tidy;
  return tidy
    .replace(EMPHASIS, lowered)
    .replace(/\b\p{Lu}{4,}\b/gu, (word, at: number) => (word !== 'AIDS' && isCommon(word.toLowerCase()) ? lowered(word, '', at) : word));
}

/** The first word of a text keeps its capital letter. */
const lowered = (word: string, _group: string, at: number) =>
  (at === 0 ? word.charAt(0) : word.charAt(0).toLowerCase()) + word.slice(1).toLowerCase();

const ASKS = /\?|_{1,}|\[?\b(BLANK|MASK)\b\]?/;

/** The last sentence with a question mark or a blank asks; without one, the last. */
export function cutStem(text: string): StemText {
  const sentences = splitSentences(text);
  let at = sentences.length - 1;
  for (let i = at; i >= 0; i--)
    if (ASKS.test(text.slice(sentences[i].start, sentences[i].end))) {
      at = i;
      break;
    }
  const asking = sentences[at];
  if (!asking) return { before: '', asking: text, after: '' };
  return {
    before: text.slice(0, asking.start).trim().replace(/\?+$/, '.'),
    asking: text.slice(asking.start, asking.end).trim(),
    after: text.slice(asking.end).trim(),
  };
}
