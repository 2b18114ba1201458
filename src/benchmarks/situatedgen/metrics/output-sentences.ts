/** The two sentences of an output (SituatedGen, appendix C.2): its first two; the second is empty if there is only one. */
import type { Span } from '../../../metrics/keywords/index.ts';
import { splitSentences } from '../../../nlp/tokens/index.ts';

export interface OutputSentences {
  first: Span;
  second: Span;
  /** How many sentences the output has. */
  count: number;
}

/** A line break also parts sentences: models write one on each line, with or without a stop. */
export function outputSentences(text: string): OutputSentences {
  const spans: Span[] = [];
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    for (const { start, end } of splitSentences(line[0])) spans.push({ start: line.index + start, end: line.index + end });
  }
  const empty = { start: text.length, end: text.length };
  return { first: spans[0] ?? empty, second: spans[1] ?? empty, count: spans.length };
}
