/** The view that annotators have of a SituatedGen example (Zhang and Wan 2023, appendix B.1): keywords, two sentences, both as one. */
import type { SituatedGenItem } from '../item.ts';

export interface ShownPair {
  keywords: string[];
  sentences: [string, string];
  /** The pair as one sentence, joined by "while". */
  joined: string;
}

export function showPair({ input, meta }: SituatedGenItem): ShownPair {
  return { keywords: input.keywords, sentences: meta.statements, joined: joinByWhile(meta.statements) };
}

/** "July is summer in China." and "The sun sets." → "July is summer in China, while the sun sets." */
export function joinByWhile([first, second]: readonly [string, string]): string {
  const head = first.replace(/[.!?]+$/, '');
  const tail = /^(The|A|An|In|On|It|There|You|One|People|During|At|If|Many|Most|Some)\b/.test(second)
    ? second.charAt(0).toLowerCase() + second.slice(1)
    : second;
  return `${head}, while ${tail}`;
}
