/** The verb of a statement in which the tagger saw only nouns: "Miners in Chile dig for copper". */
import type { Token, WordNet } from '../../../core/index.ts';

/**
 * A statement is a sentence, so it has a verb. If no word is tagged as one, a word that is tagged as a common noun must be it: one that directly follows a noun,
 * that WordNet knows as a verb, and that agrees with the subject ("miners dig", "a cowboy herds"). null if there is a verb, or no such word.
 */
export function missedVerb(tokens: readonly Token[], wordnet: WordNet): number | null {
  if (tokens.some(({ tag }) => /^(VB|MD)/.test(tag))) return null;
  const isNoun = (i: number) => /^NN/.test(tokens[i]?.tag ?? '');
  const isPlural = (i: number) => /S$/.test(tokens[i].tag) || /^(people|children|men|women)$/i.test(tokens[i].text);
  const isVerb = (i: number) => isNoun(i) && /^\p{Ll}/u.test(tokens[i].text) && isKnownVerb(tokens[i].text, wordnet);
  const from = subjectFrom(tokens);
  const start = tokens.findIndex((_, i) => i >= from && isNoun(i));
  if (start < 0) return null;
  let end = start;
  while (isNoun(end + 1)) end++;
  // "Gardeners plant tomatoes": a plural ends the subject. "Wheat fields stretch": the second noun does.
  const first = isPlural(start) ? start + 1 : isNoun(start + 1) && isPlural(start + 1) ? start + 2 : null;
  if (first !== null && first <= end && isVerb(first)) return first;
  const wanted = tokens.findIndex((_, i) => i > end && isNoun(i - 1) && isVerb(i) && isPlural(i) !== isPlural(end));
  if (wanted > 0) return wanted;
  return start + 1 <= end && isVerb(start + 1) && isPlural(start + 1) !== isPlural(start) ? start + 1 : null;
}

/** Where the subject can begin: after "In August,". */
function subjectFrom(tokens: readonly Token[]): number {
  if (tokens[0]?.tag !== 'IN') return 0;
  return tokens.findIndex(({ text }) => text === ',') + 1;
}

function isKnownVerb(word: string, wordnet: WordNet): boolean {
  return [word, ...wordnet.baseForms(word, 'v')].some((form) => wordnet.synsets(form, 'v').length > 0);
}
