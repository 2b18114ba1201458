/** One question and its answer as a statement, with the rule that made it and how sure it is. */
import type { Analysis } from '../../core/index.ts';
import { answerPhrase } from './answer-phrase.ts';
import { convertChoice } from './choice.ts';
import { checkedConfidence, grammarFaults } from './confidence.ts';
import type { NounLore } from './noun-lore.ts';
import type { WordSenses } from './score-predicate.ts';
import { trimmed } from './stem.ts';
import { sentence, wordsOf } from './words.ts';
import { convertYesNo } from './yes-no.ts';

export interface QuestionResult {
  statement: string;
  rule: string;
  confidence: number;
  /** Findings of the grammar check. */
  faults: string[];
}

export interface AnsweredQuestion {
  question: Analysis;
  /** True or false, or the analysed text of the right choice. */
  answer: boolean | Analysis;
}

export interface Lexica {
  senses: WordSenses;
  lore: NounLore;
}

export function convertQuestion({ question, answer }: AnsweredQuestion, { senses, lore }: Lexica): QuestionResult {
  const words = wordsOf(question);
  const converted =
    typeof answer === 'boolean'
      ? convertYesNo(trimmed(words), answer, senses)
      : convertChoice(words, answerPhrase(answer, question.text, lore), senses);
  const statement = sentence(converted.words);
  const faults = grammarFaults({ words: converted.words, statement, question: question.text });
  return {
    statement,
    rule: converted.rule,
    confidence: checkedConfidence(converted.confidence, faults),
    faults: faults.map(({ name }) => name),
  };
}
