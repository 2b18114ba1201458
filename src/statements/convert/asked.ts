/** The question that a candidate answers, as the ranker looks at it. */
import type { AnswerPhrase } from './answer-phrase.ts';
import type { Word } from './words.ts';

export interface Asked {
  /** The sentence that asks, without its choices. */
  words: readonly Word[];
  text: string;
  /** Other sentences come before or after it. */
  hasContext: boolean;
  answer: AnswerPhrase | boolean;
}
