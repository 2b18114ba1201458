/** Trains SPICE's caption parser: `npx tsx train/spice/train.ts <parses>… [--guesses words.json] [--out folder]`. */
// Parses are lines of oracles/spice/ParseCaptions.java; the guesses are tags of words, counted by another tagger: {"word":{"NN":3}}.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readGrammar, writeGrammar } from '../../src/metrics/spice/parse/caption-grammar.ts';
import { CaptionLexicon, plainWord, readLexicon, writeLexicon } from '../../src/metrics/spice/parse/caption-lexicon.ts';
import { CaptionParser } from '../../src/metrics/spice/parse/caption-parser.ts';
import { TreeConverter } from '../../src/metrics/spice/parse/tree-dependencies.ts';
import { PackedModel, packModel } from '../../src/nlp/linear-models/packed-model.ts';
import { weightsPath } from '../corpora.ts';
import type { Counts } from './count-grammar.ts';
import { type ParsedCaption, splitParses } from './parses.ts';
import { numberWords, trainConverter } from './train-converter.ts';
import { trainGrammar } from './train-grammar.ts';

const EPOCHS = { grammar: 4, converter: 4 };
/** Half the time, and the same trees, with a smaller one once it is trained: found on held-out captions. */
const MARGINS = { training: 10, shipped: 7 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { guesses: { type: 'string' }, out: { type: 'string' } },
});
const out = (file: string) => (values.out === undefined ? weightsPath(`spice/${file}`) : join(values.out, file));
const say = (text: string) => process.stderr.write(`${text}\n`);
const guesses =
  values.guesses === undefined ? {} : (JSON.parse(readFileSync(values.guesses, 'utf8')) as Record<string, Record<string, number>>);
const guessed = new Map(Object.entries(guesses).map(([word, tags]): [string, Counts] => [word, new Map(Object.entries(tags))]));
const { train, tests } = splitParses(positionals);
say(`${train.length} captions to train on`);

function save(file: string, content: string | Uint8Array): void {
  const packed = gzipSync(content, { level: 9 });
  writeFileSync(out(file), packed);
  say(`${file}: ${packed.length} bytes`);
}

const converter = trainConverter(train, { epochs: EPOCHS.converter, say });
const heads = packModel(converter.heads);
const relations = packModel(converter.relations);
save('heads.bin.gz', heads);
save('relations.bin.gz', relations);
writeFileSync(out('labels.json'), `${JSON.stringify({ id: 'captions4', margin: MARGINS.shipped, classes: converter.classes })}\n`);

const examples = train.map(({ words, tree }) => ({ words: words.map(plainWord), tree: plainTree(tree) }));
const { grammar, tables } = trainGrammar(examples, { epochs: EPOCHS.grammar, margin: MARGINS.training, guessed, say });
const grammarText = writeGrammar(grammar);
const lexiconText = writeLexicon(tables);
save('grammar.txt.gz', grammarText);
save('lexicon.txt.gz', lexiconText);

const read = readGrammar(grammarText);
const parser = new CaptionParser(read, new CaptionLexicon(readLexicon(lexiconText), read.symbols), MARGINS.shipped);
const convert = new TreeConverter({
  heads: new PackedModel(heads, 'caption heads'),
  relations: new PackedModel(relations, 'caption relations'),
  classes: converter.classes,
});
for (const { name, captions } of tests) say(`${name}: ${score(captions)}`);

function plainTree(tree: ParsedCaption['tree']): ParsedCaption['tree'] {
  return { ...tree, children: tree.children.map(plainTree), ...(tree.word === undefined ? {} : { word: plainWord(tree.word) }) };
}

/** Against the given parses; the dependencies of the given trees as well. */
function score(captions: readonly ParsedCaption[]): string {
  const sums = { words: 0, tags: 0, heads: 0, both: 0, whole: 0, trees: 0, converted: 0 };
  const started = performance.now();
  let took = 0;
  for (const caption of captions) {
    const { words, heads: goldHeads, relations: goldRelations } = caption;
    const begun = performance.now();
    const { tags, tree } = parser.parse(words);
    const made = convert.convert(tree, words, tags);
    took += performance.now() - begun;
    const given = numberWords(caption.tree);
    const isRight = (guess: typeof made, i: number) => guess.heads[i] === (goldHeads[i] === words.length ? 0 : goldHeads[i] + 1);
    const right = words.map((_, i) => isRight(made, i) && made.relations[i] === goldRelations[i]);
    const fromGold = convert.convert(given, words, caption.tags);
    sums.words += words.length;
    sums.tags += words.filter((_, i) => tags[i] === caption.tags[i]).length;
    sums.heads += words.filter((_, i) => isRight(made, i)).length;
    sums.both += right.filter(Boolean).length;
    if (right.every((each, i) => each && tags[i] === caption.tags[i])) sums.whole++;
    if (JSON.stringify(tree) === JSON.stringify(given)) sums.trees++;
    if (words.every((_, i) => isRight(fromGold, i) && fromGold.relations[i] === goldRelations[i])) sums.converted++;
  }
  const percent = (part: number, of: number) => ((100 * part) / of).toFixed(2);
  const of = captions.length;
  return [
    `tags ${percent(sums.tags, sums.words)} heads ${percent(sums.heads, sums.words)} with relation ${percent(sums.both, sums.words)}`,
    `whole ${percent(sums.whole, of)} trees ${percent(sums.trees, of)} dependencies of given trees ${percent(sums.converted, of)}`,
    `(${(took / of).toFixed(2)} ms a caption, ${((performance.now() - started) / 1000).toFixed(1)} s)`,
  ].join(' ');
}
