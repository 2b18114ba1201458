/** Makes draft statements of a question and its answer, each with the rule that made it, for the ranker. */
import type { Analysis } from '@sensebench/metrics/internal/core';
import { type AnswerPhrase, answerPhrase } from './fill/answer-phrase.ts';
import { choiceCandidates } from './fill/choice.ts';
import { withoutChoices } from './fill/of-these.ts';
import { type Converted, convertYesNo } from './fill/yes-no.ts';
import { isWh, trimmed } from './parse/locate-wh.ts';
import type { NounLore } from './parse/noun-lore.ts';
import type { WordSenses } from './parse/score-predicate.ts';
import { auxiliaryKind } from './parse/verb-groups.ts';
import { isVerb, sentence, type Word, wordsOf } from './parse/words.ts';

export interface AnsweredQuestion {
  /** The sentence with the question. */
  question: Analysis;
  /** True or false, or the analysed text of the right choice. */
  answer: boolean | Analysis;
  /** The whole question, with its context. */
  whole: string;
}

export interface Lexica {
  senses: WordSenses;
  lore: NounLore;
}

export interface Draft {
  statement: string;
  made: Converted;
  asked: Asked;
}

export function draftStatements({ question, answer, whole }: AnsweredQuestion, { senses, lore }: Lexica): Draft[] {
  const words = withVerbs(wordsOf(question), senses);
  const said = typeof answer === 'boolean' ? answer : answerPhrase(answer, whole, lore, sortOf(whole));
  const converted = typeof said === 'boolean' ? [convertYesNo(trimmed(words), said, senses)] : choiceCandidates(words, said, senses);
  const asked: Asked = {
    words: withoutChoices(words).words,
    text: question.text,
    hasContext: whole.length > question.text.length + 3,
    answer: said,
  };
  const seen = new Set<string>();
  return converted
    .map((made) => ({ statement: sentence(made.words), made, asked }))
    .filter(({ statement }) => statement !== '' && !seen.has(statement) && seen.add(statement));
}

/** A "plural noun" that no dictionary has as a noun is a verb: "best explains why …". */
function withVerbs(given: readonly Word[], senses: WordSenses): Word[] {
  const only = isWh(given[0]) && !given.some((word) => isVerb(word) || auxiliaryKind(word) !== undefined) ? onlyVerb(given, senses) : -1;
  const words = given.map((word, i) => (i === only ? { ...word, tag: word.tag === 'NNS' ? 'VBZ' : 'VBP' } : word));
  return words.map((word, i) => {
    if (word.text !== word.lower || i === 0) return word;
    if (word.tag === 'NNS' && senses.inflected(word.lower) === 1) return { ...word, tag: 'VBZ' };
    // "does a glacier help create soil"
    if (word.lower === 'help' && word.tag === 'NN' && words[i + 1]?.tag === 'VB') return { ...word, tag: 'VB' };
    // "which feature best helps"
    if (
      /^(VBP|VB)$/.test(word.tag) &&
      i === 1 &&
      /^(which|what)$/.test(words[0].lower) &&
      auxiliaryKind(word) === undefined &&
      /^(best|most|likely)$/.test(words[2]?.lower ?? '')
    )
      return { ...word, tag: 'NN' };
    // "which cells help to destroy …"
    const acts = (at: number) =>
      words[at]?.tag === 'NN' && senses.verb(words[at].lower) > 0.3 && words[at + 1]?.tag === 'TO' && words[at + 2]?.tag === 'VB';
    if (word.tag === 'VBZ' && isWh(words[i - 1]) && acts(i + 1)) return { ...word, tag: 'NNS' };
    if (isWh(words[i - 2]) && words[i - 1].tag === 'VBZ' && acts(i)) return { ...word, tag: 'VBP' };
    return word;
  });
}

/** "Which parts of a plant function as an organ?", "What results from this?": the one noun that can be the verb. */
function onlyVerb(words: readonly Word[], senses: WordSenses): number {
  // "most likely transfers heat"
  const behind = words.findIndex(
    (word, i) =>
      i > 1 && word.tag === 'NNS' && /^(most|best|likely|\p{L}+ly)$/u.test(words[i - 1].lower) && senses.inflected(word.lower) > 0.2,
  );
  if (behind > 0) return behind;
  const opens = (word: Word | undefined) => /^(IN|DT|TO|RB|PRP\$)$/.test(word?.tag ?? '') && word?.lower !== 'of';
  for (let i = 1; i < words.length - 1; i++) {
    const { tag, lower } = words[i];
    if (!opens(words[i + 1])) continue;
    if (tag === 'NNS' && senses.inflected(lower) > 0.2) return i;
    if (
      tag === 'NN' &&
      i > 1 &&
      /^NN/.test(words[i - 1].tag) &&
      senses.verb(lower) > 0.2 &&
      words.slice(0, i).some((word) => word.tag === 'NNS')
    )
      return i;
  }
  return -1;
}

/** The question that a candidate answers, for the ranker. */
export interface Asked {
  /** The sentence with the question, without its choices. */
  words: readonly Word[];
  text: string;
  /** Whether other sentences come before or after it. */
  hasContext: boolean;
  answer: AnswerPhrase | boolean;
}

const SORTS =
  'sport|language|system|tool|instrument|device|machine|object|item|animal|organism|invention|thing|insect|bird|fish|appliance|vehicle|unit|event|shape|organ|planet|star|gas|substance|material|liquid|resource|energy|force|process|property|method|rock|mineral|element|metal|food|season|sense|state|phase|compound|mixture|characteristic|trait|behavior|factor|fuel|color|month|change';

const PATTERN = new RegExp(
  `\\b(?:which|what)\\s+(?:of\\s+(?:these|the following|those)\\s+)?(?:(?:type|kind|form) of\\s+)?(?:[a-z-]+\\s+){0,2}?(${SORTS})s?\\b(?!\\s+(?:${SORTS})s?\\b)`,
  'i',
);

/** The noun after "which" or "what" that names the kind of the answer: "tool" in "which of these tools". */
function sortOf(question: string): string {
  return PATTERN.exec(question)?.[1].toLowerCase() ?? '';
}
