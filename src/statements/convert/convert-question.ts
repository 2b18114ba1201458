/** One question and its answer as candidate statements, each with the rule that made it and the ranker's confidence, best first. */
import type { Analysis } from '../../core/index.ts';
import { answerPhrase } from './answer-phrase.ts';
import type { Asked } from './asked.ts';
import { candidateFeatures, type Features } from './candidate-features.ts';
import { choiceCandidates } from './choice.ts';
import type { NounLore } from './noun-lore.ts';
import { withoutChoices } from './of-these.ts';
import type { Ranker } from './ranker.ts';
import type { WordSenses } from './score-predicate.ts';
import { sortOf } from './sort-of-answer.ts';
import { trimmed } from './stem.ts';
import { sentence, wordsOf } from './words.ts';
import { type Converted, convertYesNo } from './yes-no.ts';

export interface QuestionResult {
  statement: string;
  rule: string;
  confidence: number;
}

export interface Candidate extends QuestionResult {
  features: Features;
}

export interface AnsweredQuestion {
  /** The sentence that asks. */
  question: Analysis;
  /** True or false, or the analysed text of the right choice. */
  answer: boolean | Analysis;
  /** The whole question, with its context. */
  whole: string;
}

export interface Lexica {
  senses: WordSenses;
  lore: NounLore;
  ranker: Ranker;
}

export function convertQuestion({ question, answer, whole }: AnsweredQuestion, { senses, lore, ranker }: Lexica): Candidate[] {
  const words = wordsOf(question);
  const said = typeof answer === 'boolean' ? answer : answerPhrase(answer, whole, lore, sortOf(whole));
  const converted = typeof said === 'boolean' ? [convertYesNo(trimmed(words), said, senses)] : choiceCandidates(words, said, senses);
  const asked: Asked = { words: withoutChoices(words).words, text: question.text, answer: said };
  const seen = new Set<string>();
  return converted
    .map((one) => judged(one, asked, ranker))
    .filter(({ statement }) => statement !== '' && !seen.has(statement) && seen.add(statement))
    .sort((a, b) => worthOf(b) - worthOf(a));
}

/** Of two sentences that are about as sure, the shorter way to say it: "A does X" before "A is an N that does X". */
export const worthOf = ({ rule, confidence }: QuestionResult): number => confidence - (ROUNDABOUT.test(rule) ? 0.03 : 0);
const ROUNDABOUT = /^(subject\/(class|reversed|what)|clause\/(that|what)|inverted\/(cleft|what))/;

function judged(one: Converted, asked: Asked, ranker: Ranker): Candidate {
  const statement = sentence(one.words);
  const features = candidateFeatures(one, statement, asked, ranker.tags);
  return { statement, rule: one.rule, confidence: ranker.probability(features), features };
}
