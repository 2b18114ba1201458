/** Captions to CC-processed Stanford dependencies: tree, basic dependencies, lemmas and collapsing, with the models of weights/spice. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PackedModel, unpack, weightsPath } from '../../../nlp/linear-models/index.ts';
import { readGrammar } from './caption-grammar.ts';
import { CaptionLexicon, readLexicon } from './caption-lexicon.ts';
import { CaptionParser } from './caption-parser.ts';
import { collapseDependencies } from './stanford-collapse.ts';
import { type Dependency, StanfordGraph } from './stanford-graph.ts';
import { createLemmatizer } from './stanford-lemma.ts';
import { type RelationClass, TreeConverter } from './tree-dependencies.ts';

export interface StanfordAnnotator {
  /** Name of the models, for signatures. */
  id: string;
  /** The graph of one caption, given as lower-cased tokens without punctuation. */
  annotate(tokens: readonly string[]): StanfordGraph;
}

/** Labels of the models, and the width of the beam. */
interface CaptionLabels {
  id: string;
  classes: RelationClass[];
  /** How far behind the best phrase of a cell another one is still followed up. */
  margin: number;
}

const shipped = () => dirname(weightsPath('spice/labels.json'));
const readText = (folder: string, file: string) => unpack(readFileSync(join(folder, file))).toString('utf8');
const readLabels = (folder: string) => JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as CaptionLabels;

export function loadCaptionParser(folder = shipped()): CaptionParser {
  const grammar = readGrammar(readText(folder, 'grammar.txt.gz'));
  const lexicon = new CaptionLexicon(readLexicon(readText(folder, 'lexicon.txt.gz')), grammar.symbols);
  return new CaptionParser(grammar, lexicon, readLabels(folder).margin);
}

export function loadStanfordAnnotator(folder = shipped()): StanfordAnnotator {
  const read = (file: string) => readFileSync(join(folder, file));
  const { id, classes } = readLabels(folder);
  const lemmaOf = createLemmatizer(readText(folder, 'lemmas.txt.gz'));
  const parser = loadCaptionParser(folder);
  const converter = new TreeConverter({
    heads: new PackedModel(unpack(read('heads.bin.gz')), 'caption heads'),
    relations: new PackedModel(unpack(read('relations.bin.gz')), 'caption relations'),
    classes,
  });
  return {
    id,
    annotate(tokens) {
      if (tokens.length === 0) return new StanfordGraph();
      const { words, tags, tree } = parser.parse(tokens);
      const { heads, relations } = converter.convert(tree, words, tags);
      const tagged = words.map((word, i) => ({ word, tag: tags[i], lemma: lemmaOf(word, tags[i]) }));
      const dependencies = heads.map((head, i): Dependency => [relations[i], head, i + 1]);
      return collapseDependencies(StanfordGraph.fromDependencies(tagged, dependencies));
    },
  };
}
