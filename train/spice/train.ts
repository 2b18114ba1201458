/** Trains SPICE's caption parser from lines of oracles/spice/ParseCaptions.java: `SENSEBENCH_PARSES=a.jsonl:b.jsonl npm run train -- spice`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SetupError } from '../../packages/metrics/src/core/index.ts';
import { readGrammar } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import { CaptionLexicon, plainWord, readLexicon } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { CaptionParser } from '../../packages/metrics/src/metrics/spice/parse/caption-parser.ts';
import { TreeConverter } from '../../packages/metrics/src/metrics/spice/parse/tree-dependencies.ts';
import { PackedModel } from '../../packages/metrics/src/nlp/linear-models/packed-model.ts';
import { weightsPath } from '../corpora.ts';
import { packModel } from '../encode/packed-model.ts';
import type { Counts } from './count-grammar.ts';
import { readFormerModel } from './former-model.ts';
import { type ParsedCaption, splitParses } from './parses.ts';
import { createMembership, readPermissiveTexts } from './permissive-texts.ts';
import { numberWords, trainConverter } from './train-converter.ts';
import { type Stage, trainGrammar } from './train-grammar.ts';
import { writeGrammar, writeLexicon } from './write-models.ts';

/** The name of the models, for signatures. */
const ID = 'captions6';
const CONVERTER_EPOCHS = 4;
/** A model that goes on from another one takes shorter steps. In the first rounds of all, weights are far from the last ones. */
const STAGES: Readonly<Record<string, Stage>> = {
  first: { epochs: 8, step: 0.3, averagedFrom: 3 },
  second: { epochs: 4, step: 0.05, averagedFrom: 1 },
  third: { epochs: 3, step: 0.01, averagedFrom: 1 },
};
/** A smaller one is faster and finds the same trees on held-out captions; below 6 they get worse. */
const MARGINS = { training: 6.5, shipped: 6 };

export interface SpiceTraining {
  parses: readonly string[];
  /** Learns only from sentences with permissive terms. */
  permissive?: boolean;
  /** Where the files go; default: packages/sensebench/weights/spice. */
  out?: string;
  /** Tags of words that another tagger counted: {"word":{"NN":3}}. */
  guesses?: string;
  /** Folder of a grammar to go on from, and how: the second stage (the default then) or the third. */
  former?: string;
  stage?: string;
}

export function trainSpiceModel({
  parses,
  permissive = false,
  out: folder,
  guesses: path,
  former,
  stage = former === undefined ? 'first' : 'second',
}: SpiceTraining): void {
  if (parses.length === 0)
    throw new SetupError('there are no parses to learn from', 'name their files in SENSEBENCH_PARSES, with colons between');
  const out = (file: string) => (folder === undefined ? weightsPath(`spice/${file}`) : join(folder, file));
  const save = (file: string, content: string | Uint8Array) => {
    const packed = gzipSync(content, { level: 9 });
    writeFileSync(out(file), packed);
    say(`${file}: ${packed.length} bytes`);
  };
  const guesses = path === undefined ? {} : (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, number>>);
  const guessed = new Map(Object.entries(guesses).map(([word, tags]): [string, Counts] => [word, new Map(Object.entries(tags))]));
  const { train: all, silver: allSilver, tests } = splitParses(parses);
  const isPermissive = permissive ? createMembership(Object.values(readPermissiveTexts()).flat()) : () => true;
  const train = all.filter(({ words }) => isPermissive(words));
  const silver = permissive ? [] : allSilver;
  say(`${train.length} captions to train on, and ${silver.length} of a former model`);

  const converter = trainConverter(train, { epochs: CONVERTER_EPOCHS, say });
  const heads = packModel(converter.heads);
  const relations = packModel(converter.relations);
  save('heads.bin.gz', heads);
  save('relations.bin.gz', relations);
  writeFileSync(out('labels.json'), `${JSON.stringify({ id: ID, margin: MARGINS.shipped, classes: converter.classes })}\n`);

  const examples = [...train, ...silver].map(({ words, tree }) => ({ words: words.map(plainWord), tree: plainTree(tree) }));
  const { grammar, tables } = trainGrammar(examples, {
    ...stageOf(stage),
    margin: MARGINS.training,
    guessed,
    say,
    former: former === undefined ? undefined : readFormerModel(former),
  });
  const grammarText = writeGrammar(grammar);
  const lexiconText = writeLexicon(tables);
  save('grammar.txt.gz', grammarText);
  save('lexicon.txt.gz', lexiconText);

  const read = readGrammar(grammarText);
  const parser = new CaptionParser(read, new CaptionLexicon(readLexicon(lexiconText), read.symbols), MARGINS.shipped);
  const converting = new TreeConverter({
    heads: new PackedModel(heads, 'caption heads'),
    relations: new PackedModel(relations, 'caption relations'),
    classes: converter.classes,
  });
  for (const { name, captions } of tests) say(`${name}: ${score(captions, parser, converting)}`);
}

function stageOf(name: string): Stage {
  const stage = STAGES[name];
  if (stage === undefined) throw new SetupError(`there is no stage "${name}"`, `choose one of ${Object.keys(STAGES).join(', ')}`);
  return stage;
}

const say = (text: string) => process.stderr.write(`${text}\n`);

function plainTree(tree: ParsedCaption['tree']): ParsedCaption['tree'] {
  return { ...tree, children: tree.children.map(plainTree), ...(tree.word === undefined ? {} : { word: plainWord(tree.word) }) };
}

/** Against the given parses; the dependencies of the given trees as well. */
function score(captions: readonly ParsedCaption[], parser: CaptionParser, converter: TreeConverter): string {
  const sums = { words: 0, tags: 0, heads: 0, both: 0, whole: 0, trees: 0, converted: 0 };
  const started = performance.now();
  let took = 0;
  for (const caption of captions) {
    const { words, heads: goldHeads, relations: goldRelations } = caption;
    const begun = performance.now();
    const { tags, tree } = parser.parse(words);
    const made = converter.convert(tree, words, tags);
    took += performance.now() - begun;
    const given = numberWords(caption.tree);
    const isRight = (guess: typeof made, i: number) => guess.heads[i] === (goldHeads[i] === words.length ? 0 : goldHeads[i] + 1);
    const right = words.map((_, i) => isRight(made, i) && made.relations[i] === goldRelations[i]);
    const fromGold = converter.convert(given, words, caption.tags);
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
