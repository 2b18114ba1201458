/** A question that names its choices: "… in July or in January?" keeps the right one, "Of A and B, …" and ": A, B or C" name them. */
import type { AnswerPhrase } from './answer-phrase.ts';
import type { WordSenses } from './score-predicate.ts';
import { auxiliaryKind } from './verb-groups.ts';
import { isNoun, type Word } from './words.ts';
import { type Converted, convertYesNo } from './yes-no.ts';

/** "Is it colder in July or in January?" with the answer "in July". */
export function choiceInside(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const or = words.findIndex((word) => word.lower === 'or');
  if (or < 2 || auxiliaryKind(words[0]) === undefined) return [];
  const said = core(answer.bare.map(({ lower }) => lower));
  const right = rightEnd(words, or);
  const left = leftStart(words, or, right);
  const lefts = words.slice(left, or).map(({ lower }) => lower);
  const rights = words.slice(or + 1, right).map(({ lower }) => lower);
  const isRight = same(core(rights), said);
  const isLeft = same(core(lefts), said);
  if (isRight === isLeft) return [];
  const kept = isRight ? [...words.slice(0, left), ...words.slice(or + 1)] : [...words.slice(0, or), ...words.slice(right)];
  const converted = convertYesNo(kept, true, senses);
  return [{ ...converted, rule: `choice/${converted.rule}`, confidence: Math.min(0.85, converted.confidence) }];
}

const core = (words: readonly string[]) =>
  words.filter((word, i) => i > 1 || !/^(in|on|at|to|by|the|a|an|of|from|through|during|more)$/.test(word));
const same = (a: readonly string[], b: readonly string[]) => a.length > 0 && a.join(' ') === b.join(' ');

/** The end of the phrase after "or": its preposition, its determiner and its nouns. */
function rightEnd(words: readonly Word[], or: number): number {
  let at = or + 1;
  while (words[at] && /^(IN|TO|DT|PRP\$|JJ|JJR|RB|RBR|CD)$/.test(words[at].tag)) at++;
  while (words[at] && (isNoun(words[at]) || /^(JJ|VBG|POS)$/.test(words[at].tag))) at++;
  return Math.max(at, or + 2);
}

/** The phrase before "or" begins with the same sort of word as the one after it. */
function leftStart(words: readonly Word[], or: number, right: number): number {
  const first = words[or + 1];
  const opens = (word: Word) =>
    /^(IN|TO)$/.test(first?.tag ?? '')
      ? word.lower === first.lower || /^(IN|TO)$/.test(word.tag)
      : /^(DT|PRP\$)$/.test(first?.tag ?? '') && word.tag === first.tag;
  for (let i = or - 1; i > Math.max(0, or - 6); i--) if (opens(words[i])) return i;
  return Math.max(1, or - Math.max(1, right - or - 1));
}

/** "takes the longest to orbit the Sun: Mars, Jupiter or Neptune" → the list in front. */
export function listedChoices(words: readonly Word[]): { words: Word[]; listed: Word[] } | null {
  const colon = words.findIndex((word) => word.text === ':');
  const or = words.findIndex((word, i) => i > colon && word.lower === 'or');
  if (colon < 3 || or < 0) return null;
  const listed = words.slice(colon + 1).map((word) => (word.lower === 'or' ? { ...word, text: 'and', lower: 'and' } : word));
  if (!listed.every((word) => isNoun(word) || /^(,|CC|DT|JJ)$/.test(word.tag))) return null;
  return { words: words.slice(0, colon), listed };
}
