/** The two sentences of an output (SituatedGen, appendix C.2): its first two; the second is empty if there is only one. */
import { InputError, type MetricInput } from '../../../core/index.ts';
import type { Span } from '../../../metrics/keywords/index.ts';
import { splitSentences } from '../../../nlp/tokens/index.ts';

/** A sentence as a part of a text that is analysed as a whole. */
export interface OutputSentence extends Span {
  text: string;
  /** Where that text begins in the output. */
  offset: number;
}

export interface OutputSentences {
  first: OutputSentence;
  second: OutputSentence;
  /** How many sentences the output has. */
  count: number;
  /** Everything after the second sentence, which counts for nothing; absent where there is nothing. */
  rest?: OutputSentence;
}

/** A list of sentences is taken as it is; a text is cut where its sentences end. */
export function outputSentences({ item, candidate, sentences }: Pick<MetricInput, 'item' | 'candidate' | 'sentences'>): OutputSentences {
  if (sentences && sentences.length > 2)
    throw new InputError(`item "${item.id}": the prediction is a list of ${sentences.length} sentences`, { expected: 'a list of two' });
  const found = sentences ? givenSentences(sentences) : cutSentences(candidate);
  const empty = { text: candidate, offset: 0, start: candidate.length, end: candidate.length };
  const [first = empty, second = empty, third] = found;
  return { first, second, count: found.length, ...(third ? { rest: { ...third, end: candidate.length } } : {}) };
}

/** The texts that have to be analysed to find words in the sentences. */
export function sentenceTexts({ candidate, sentences }: Pick<MetricInput, 'candidate' | 'sentences'>): readonly string[] {
  return sentences ?? [candidate];
}

function givenSentences(sentences: readonly string[]): OutputSentence[] {
  let offset = 0;
  return sentences.flatMap((text) => {
    const own = { text, offset, start: 0, end: text.length };
    offset += text.length + 1;
    return text.trim() === '' ? [] : [own];
  });
}

/** A line break also parts sentences: models write one on each line, with or without a stop. */
export function cutSentences(text: string): OutputSentence[] {
  const found: OutputSentence[] = [];
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    for (const { start, end } of splitSentences(line[0])) found.push({ text, offset: 0, start: line.index + start, end: line.index + end });
  }
  return found;
}
