/** Makes sentences with words that captions seldom have, by replacing nouns, verbs and adjectives of parsed captions. */
// `npx tsx train/spice/substitute.ts <count> <parses.jsonl[.gz]>… > sentences.txt`
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { createSubstitute } from '../substitute-words.ts';
import { splitParses } from './parses.ts';

const LONGEST = 18;

const [count, ...paths] = process.argv.slice(2);
const { train } = splitParses(paths);
const random = createRandom('sentences to change');
const substitute = createSubstitute('substitute');
const made = new Set<string>();
while (made.size < Number(count)) {
  const { words, tags } = random.choice(train);
  if (words.length <= LONGEST) made.add(substitute(words, tags).join(' '));
}
console.log([...made].join('\n'));
