/** The keywords of one of the two sentences of a SituatedGen example: those that `keywords_pos` gives it, else those that occur in it. */
import type { SituatedGenExample } from './row.ts';

type Keyed = Pick<SituatedGenExample, 'keywords' | 'keywords_pos' | 'statements'>;

export function sentenceKeywords({ keywords, keywords_pos: places, statements }: Keyed, sentence: number): string[] {
  const text = statements[sentence].toLowerCase();
  return keywords.filter((keyword, i) => (places ? places[i] === sentence : text.includes(keyword.toLowerCase())));
}
