/** What the deep model learns from: EWT's gold tags and trees, the silver sentences' entities, and our own sentences. */
import { readFileSync } from 'node:fs';
import type { Random } from '../../src/core/index.ts';
import type { DeepLabels } from '../../src/nlp/deep-network.ts';
import { ENTITY_LABELS, labelsOf } from '../../src/nlp/entities.ts';
import { Gazetteer } from '../../src/nlp/gazetteers.ts';
import { Tagger } from '../../src/nlp/tagger.ts';
import { tokenizeTreebank } from '../../src/nlp/tokenize-treebank.ts';
import { type WordInfo, WordInfos } from '../../src/nlp/word-info.ts';
import { readLexicon, readSilver, readTreebank, type TreeSentence, weightsPath } from '../corpora.ts';
import { countArticles, silverLabels } from '../entities/silver-labels.ts';
import { readOwnSentences, toSpans } from '../entities/train.ts';

export interface DeepExample {
  words: readonly WordInfo[];
  /** Numbers of tags and relations; heads are 1-based, 0 for the root. */
  tree?: { tags: number[]; heads: number[]; relations: number[] };
  /** Label numbers; -1 where nobody is sure. */
  entities?: Int8Array;
  weight: number;
}

/** Longer sentences are left out: their attention costs more than they teach. */
const LONGEST = 100;
const LOWERED = { trees: 0.05, entities: 0.25 };
/** Every twentieth silver sentence is held out. */
const HELD_OUT = 20;
/** Of EWT only one teacher spoke. */
const EWT_WEIGHT = 0.5;

export interface DeepExamples {
  labels: DeepLabels;
  trees: DeepExample[];
  entities: DeepExample[];
  gazetteer: Gazetteer;
  infos: WordInfos;
  dev: TreeSentence[];
}

export function readDeepExamples(random: Random): DeepExamples {
  const infos = new WordInfos(readLexicon());
  const gazetteer = Gazetteer.decode(readFileSync(weightsPath('entities/gazetteer.bin')));
  const tagger = new Tagger(readFileSync(weightsPath('tagger/tagger.bin')));
  const train = readTreebank('train');
  const names = (of: 'tag' | 'relation') => [...new Set(train.flatMap(({ tokens }) => tokens.map((token) => token[of])))].sort();
  const labels: DeepLabels = { tags: names('tag'), relations: names('relation'), entities: ENTITY_LABELS };
  const wordsOf = (forms: readonly string[], lowered: boolean) => forms.map((form) => infos.of(lowered ? form.toLowerCase() : form));
  const trees = train
    .filter(({ tokens }) => tokens.length <= LONGEST)
    .map(({ tokens }): DeepExample => {
      const forms = tokens.map(({ form }) => form);
      return {
        words: wordsOf(forms, random.next() < LOWERED.trees),
        tree: {
          tags: tokens.map(({ tag }) => labels.tags.indexOf(tag)),
          heads: tokens.map(({ head }) => head),
          relations: tokens.map(({ relation }) => labels.relations.indexOf(relation)),
        },
        weight: 1,
      };
    });
  const silver = readSilver();
  const articles = countArticles(silver);
  const entities: DeepExample[] = [];
  silver.forEach((sentence, i) => {
    const tokens = tokenizeTreebank(sentence.text);
    if (i % HELD_OUT === 0 || tokens.length > LONGEST) return;
    const forms = tokens.map(({ text }) => text);
    const words = wordsOf(forms, false);
    const { spans, unsure } = silverLabels(sentence, tokens, words, tagger.tag(words), gazetteer, articles);
    const marks = Int8Array.from(labelsOf(spans, tokens.length), (label, k) => (unsure[k] ? -1 : label));
    entities.push({ words: wordsOf(forms, random.next() < LOWERED.entities), entities: marks, weight: sentence.both ? 1 : EWT_WEIGHT });
  });
  for (const { text, entities: given } of readOwnSentences()) {
    const tokens = tokenizeTreebank(text);
    const words = wordsOf(
      tokens.map((token) => token.text),
      random.next() < LOWERED.entities,
    );
    entities.push({ words, entities: Int8Array.from(labelsOf(toSpans(tokens, given), tokens.length)), weight: 1 });
  }
  return { labels, trees, entities, gazetteer, infos, dev: readTreebank('dev') };
}
