/** The end of the subject of an inverted clause by the parse. */
import type { Word } from './words.ts';

/** Its words reach from the first word to here without a gap. */
export function parsedEnd(words: readonly Word[]): number | undefined {
  if (words.some((word) => word.head === undefined)) return undefined;
  const first = words[0].at;
  const subject = words.find((word) => /^(nsubj|csubj|expl)/.test(word.relation ?? '') && governs(words, word.at, first));
  if (!subject) return undefined;
  let end = 0;
  while (end < words.length && governs(words, subject.at, words[end].at)) end++;
  return end > 0 && end < words.length ? end : undefined;
}

function governs(words: readonly Word[], head: number, at: number): boolean {
  const offset = words[0].at;
  let current: number | undefined = at;
  for (let step = 0; step < words.length && current !== undefined && current >= 0; step++) {
    if (current === head) return true;
    current = words[current - offset]?.head;
  }
  return false;
}
