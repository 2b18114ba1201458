/** The English Snowball stemmer ("Porter2"; Porter, 2001) as METEOR 1.5 carries it, from snowball-stemmers. */
import { newStemmer } from 'snowball-stemmers';

const english = newStemmer('english');
const known = new Map<string, string>();
const LIMIT = 50_000;

/** The stem of a word; lower-case it first, as METEOR does. */
export function stemSnowball(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = english.stem(word);
  if (known.size >= LIMIT) known.clear();
  known.set(word, stem);
  return stem;
}
