/** Captions to CC-processed Stanford dependencies: tree, basic dependencies, lemmas and collapsing, with the models of weights/spice. */
import { loadWeights } from '#data-files';
import { PackedModel } from '../../../nlp/linear-models/index.ts';
import { readGrammar } from './caption-grammar.ts';
import { CaptionLexicon, readLexicon } from './caption-lexicon.ts';
import { CaptionParser } from './caption-parser.ts';
import { collapseDependencies } from './stanford-collapse.ts';
import { type Dependency, StanfordGraph } from './stanford-graph.ts';
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

/** Reads a file of the models, unpacked. */
export type ReadModel = (
  file: 'grammar.txt.gz' | 'heads.bin.gz' | 'labels.json' | 'lemmas.txt.gz' | 'lexicon.txt.gz' | 'relations.bin.gz',
) => Promise<Uint8Array>;

const readShipped: ReadModel = (file) => loadWeights(`spice/${file}`);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const labelsOf = (bytes: Uint8Array) => JSON.parse(textOf(bytes)) as CaptionLabels;

export async function loadCaptionParser(read = readShipped): Promise<CaptionParser> {
  const [rules, words, labels] = await Promise.all([read('grammar.txt.gz'), read('lexicon.txt.gz'), read('labels.json')]);
  const grammar = readGrammar(textOf(rules));
  return new CaptionParser(grammar, new CaptionLexicon(readLexicon(textOf(words)), grammar.symbols), labelsOf(labels).margin);
}

export async function loadStanfordAnnotator(read = readShipped): Promise<StanfordAnnotator> {
  const files = [read('labels.json'), read('lemmas.txt.gz'), read('heads.bin.gz'), read('relations.bin.gz')];
  const [parser, [labels, lemmas, heads, relations]] = await Promise.all([loadCaptionParser(read), Promise.all(files)]);
  const { id, classes } = labelsOf(labels);
  const lemmaOf = createLemmatizer(textOf(lemmas));
  const converter = new TreeConverter({
    heads: new PackedModel(heads, 'caption heads'),
    relations: new PackedModel(relations, 'caption relations'),
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

/**
 * Lemmas as CoreNLP 3.6 gives them (Minnen et al. 2001): the longest known ending of a word decides how it is replaced.
 * Verbs share their rules; nouns differ by number; all other tags have rules of their own, mostly none.
 */
export function lemmaKind(tag: string): string {
  if (tag.startsWith('VB')) return 'V';
  if (tag === 'NNPS') return 'NNS';
  return tag === 'NNP' ? 'NN' : tag;
}

interface Rule {
  cut: number;
  add: string;
}

type Lemmatizer = (word: string, tag: string) => string;

/** Reads the text of packages/metrics/weights/spice/lemmas.txt: `=kind`, then lines `ending cut add`; `^` marks the start of a word. */
export function createLemmatizer(text: string): Lemmatizer {
  const kinds = new Map<string, Map<string, Rule>>();
  let rules = new Map<string, Rule>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('=')) {
      rules = new Map();
      kinds.set(line.slice(1), rules);
      continue;
    }
    const [ending, cut, add] = line.split(' ');
    rules.set(ending, { cut: Number(cut), add });
  }
  const known = new Map<string, string>();
  return (word, tag) => {
    const kind = lemmaKind(tag);
    const key = `${kind} ${word}`;
    const old = known.get(key);
    if (old !== undefined) return old;
    const lemma = lemmatize(word.toLowerCase(), kinds.get(kind));
    known.set(key, lemma);
    return lemma;
  };
}

function lemmatize(word: string, rules: ReadonlyMap<string, Rule> | undefined): string {
  if (rules === undefined) return word;
  const marked = `^${word}`;
  for (let at = 0; at <= marked.length; at++) {
    const rule = rules.get(marked.slice(at));
    if (rule !== undefined) return word.slice(0, word.length - rule.cut) + rule.add;
  }
  return word;
}
