/** Captions to CC-processed Stanford dependencies: tags, tree, lemmas and collapsing, with the models of weights/spice. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PackedModel, unpack, weightsPath } from '../../../nlp/linear-models/index.ts';
import { collapseDependencies } from './stanford-collapse.ts';
import { type Dependency, StanfordGraph } from './stanford-graph.ts';
import { createLemmatizer } from './stanford-lemma.ts';
import { StanfordParser } from './stanford-parser.ts';
import { tagSentence } from './stanford-parser-features.ts';
import { StanfordTagger } from './stanford-tagger.ts';
import type { Transition } from './stanford-transitions.ts';

export interface StanfordAnnotator {
  /** Name of the models, for signatures. */
  id: string;
  /** The graph of one caption, given as lower-cased tokens without punctuation. */
  annotate(tokens: readonly string[]): StanfordGraph;
}

/** Labels of the models, and the widths of their beams. */
interface CaptionLabels {
  id: string;
  tags: string[];
  relations: string[];
  transitions: Transition[];
  /** How many tag sequences the parser reads. */
  sequences: number;
  beam: number;
  /** How far behind the best choice another one is still followed up, in units of the models. */
  taggerMargin: number;
  parserMargin: number;
}

/** Longer captions are cut here: parsing takes time in proportion, but no caption is so long. */
const LONGEST = 250;

export function loadStanfordAnnotator(folder = dirname(weightsPath('spice/labels.json'))): StanfordAnnotator {
  const read = (file: string) => readFileSync(join(folder, file));
  const labels = JSON.parse(read('labels.json').toString('utf8')) as CaptionLabels;
  const { id, tags, relations, transitions, sequences, beam, taggerMargin, parserMargin } = labels;
  const lemmaOf = createLemmatizer(unpack(read('lemmas.txt.gz')).toString('utf8'));
  const tagger = new StanfordTagger(new PackedModel(unpack(read('tagger.bin.gz')), 'caption tagger'), tags, {
    margin: taggerMargin,
  });
  const parser = new StanfordParser(new PackedModel(unpack(read('parser.bin.gz')), 'caption parser'), transitions, {
    rootRelation: relations.indexOf('ROOT'),
    beam,
    margin: parserMargin,
  });
  return {
    id,
    annotate(tokens) {
      const words = tokens.slice(0, LONGEST);
      if (words.length === 0) return new StanfordGraph();
      const infos = tagger.describe(words);
      const hashes = infos.map(({ lower }) => lower);
      const best = tagger.best(infos, sequences);
      const margins = best.map(({ score }) => best[0].score - score);
      const sentences = best.map((sequence) => tagSentence(words, hashes, sequence.tags, tags));
      const tree = parser.parse(sentences, margins);
      const chosen = best[tree.sequence].tags;
      const tagged = words.map((word, i) => ({ word, tag: tags[chosen[i]], lemma: lemmaOf(word, tags[chosen[i]]) }));
      const dependencies = tree.heads.map((head, i): Dependency => [relations[tree.relations[i]] ?? 'dep', head, i + 1]);
      return collapseDependencies(StanfordGraph.fromDependencies(tagged, dependencies));
    },
  };
}
