/** One question and its answer as a statement, with the rule that made it and how sure it is. */
import type { Analysis } from '../../core/index.ts';
import { answerPhrase } from './answer-phrase.ts';
import { choiceCandidates } from './choice.ts';
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
}

export function convertQuestion({ question, answer, whole }: AnsweredQuestion, { senses, lore }: Lexica): QuestionResult[] {
  const words = wordsOf(question);
  const converted =
    typeof answer === 'boolean'
      ? [convertYesNo(trimmed(words), answer, senses)]
      : choiceCandidates(words, answerPhrase(answer, whole, lore, sortOf(whole)), senses);
  return converted.map((one) => {
    const statement = sentence(one.words);
    const faults = grammarFaults({ words: one.words, statement, question: question.text });
    return { statement, rule: one.rule, confidence: checkedConfidence(one.confidence, faults), faults: faults.map(({ name }) => name) };
  });
}

/** The noun after "which" or "what": "tool" in "which of these tools". */
function sortOf(question: string): string {
  const match = /\b(?:which|what)\s+(?:of\s+(?:these|the following|those)\s+)?((?:[a-z-]+\s+){0,2}?)(tool|instrument|device|machine|object|item|animal|organism|invention|thing|insect|bird|fish|appliance|vehicle|unit|event|shape|organ|planet|star|gas|substance|material|liquid|resource|energy|force|process|property|method|rock|mineral|element|metal|food|season|sense|state|phase|compound|mixture|characteristic|trait|behavior|factor|fuel|color|month|type of rock|form of energy)s?\b/i.exec(question);
  return match ? match[2].toLowerCase() : '';
}
