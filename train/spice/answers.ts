/** Makes lines of two sentences in the style of answers, for the original to parse: `npx tsx train/spice/answers.ts <count> <parses>… > answers.txt`. */
// Both are whole sentences among the parsed ones; in half of the lines a pronoun takes the place of the second one's subject.
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { type ParsedCaption, splitParses } from './parses.ts';
import type { Tree } from './split-trees.ts';

/** Words of one sentence, and of a line: longer ones take the original too long. */
const SENTENCE = { shortest: 5, longest: 18 };
const LINE = { shortest: 15, longest: 27 };
const WITH_PRONOUN = 0.5;
const HE = /^(man|boy|father|guy|son|king|farmer|waiter|grandfather|husband|player|worker|driver)$/;
const SHE = /^(woman|girl|mother|lady|daughter|queen|nurse|bride|grandmother|wife)$/;

const wordsOf = (tree: Tree): string[] => (tree.word === undefined ? tree.children.flatMap(wordsOf) : [tree.word]);

/** Subject and predicate of a sentence that is one clause or more; null for fragments. */
function readClause({ tree }: ParsedCaption): { subject: Tree; start: string[]; rest: string[] } | null {
  const [sentence] = tree.children;
  if (sentence.label !== 'S') return null;
  const at = sentence.children.findIndex(({ label }) => label === 'NP');
  const verb = sentence.children.at(-1);
  if (at < 0 || verb?.label !== 'VP' || !/^(VB[ZPD]|MD)$/.test(verb.children[0].label)) return null;
  const words = (trees: readonly Tree[]) => trees.flatMap(wordsOf);
  return { subject: sentence.children[at], start: words(sentence.children.slice(0, at)), rest: words(sentence.children.slice(at + 1)) };
}

function pronounOf(subject: Tree): string | null {
  const base = subject.children[0].label === 'NP' ? subject.children[0] : subject;
  const last = base.children.at(-1);
  if (last?.word === undefined || subject.children.some(({ label }) => label === 'CC')) return null;
  if (last.label === 'NNS') return 'they';
  if (last.label !== 'NN') return null;
  return HE.test(last.word) ? 'he' : SHE.test(last.word) ? 'she' : 'it';
}

const [count, ...paths] = process.argv.slice(2);
const random = createRandom('answers of two sentences');
const clauses = splitParses(paths).train.flatMap((caption) => {
  const clause = caption.words.length >= SENTENCE.shortest && caption.words.length <= SENTENCE.longest ? readClause(caption) : null;
  return clause === null ? [] : [{ text: caption.words, ...clause }];
});
const made = new Set<string>();
while (made.size < Number(count)) {
  const [first, second] = [random.choice(clauses), random.choice(clauses)];
  const pronoun = random.next() < WITH_PRONOUN ? pronounOf(second.subject) : null;
  const next = pronoun === null ? second.text : [...second.start, pronoun, ...second.rest];
  const words = [...first.text, ...next];
  if (words.length >= LINE.shortest && words.length <= LINE.longest) made.add(words.join(' '));
}
process.stdout.write(`${[...made].join('\n')}\n`);
