/** Trains the parser on EWT's gold trees with jackknifed tags and on stacked silver trees: the mean of several runs. */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { hashText } from '../../packages/metrics/src/nlp/linear-models/feature-key.ts';
import { type WordInfo, WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Parser } from '../../packages/sensebench/src/nlp/analysis/parser.ts';
import { Tagger } from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import type { TreeSentence } from '../conllu.ts';
import { readLexicon, readSilver, readTreebank, type SilverSentence, weightsPath } from '../corpora.ts';
import { formatTreeScores, scoreTrees } from '../evaluate/score-text.ts';
import { mixModels } from '../mix-models.ts';
import { relabelSilver } from '../tagger/stack.ts';
import { TAGGER_MARGIN } from '../tagger/train.ts';
import { trainTagger } from '../tagger/train-tagger.ts';
import { stackTrees } from './stack.ts';
import { type ParserExample, trainParser } from './train-parser.ts';

const FOLDS = 2;

/** Tags as good as those the parser will meet: each half is tagged by a tagger that saw the other half and the silver sentences. */
function jackknife(sentences: readonly TreeSentence[], silver: readonly SilverSentence[], infos: WordInfos): string[][] {
  const labels = [...new Set(sentences.flatMap(({ tokens }) => tokens.map(({ tag }) => tag)))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const tagged = sentences.map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => numbers.get(tag) ?? 0),
  }));
  const extra = relabelSilver(sentences, silver, labels, infos).map((sentence) => ({ ...sentence, weight: SILVER_WEIGHT }));
  const result: string[][] = new Array(sentences.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const random = createRandom(`jackknife ${fold}`);
    const training = [...tagged.filter((_, i) => i % FOLDS !== fold), ...extra];
    const options = { labels, epochs: 3, dropout: 0.15, margin: TAGGER_MARGIN, random: random.next, shuffle: random.shuffle };
    const tagger = new Tagger(trainTagger(training, options));
    tagged.forEach(({ words }, i) => {
      if (i % FOLDS === fold) result[i] = tagger.tag(words);
    });
  }
  return result;
}

const SILVER_WEIGHT = 0.5;
const RUNS = 3;
/** One mistake moves a score by two for each of 73 features. */
const MARGIN = 15;

/** Longer silver sentences are left out: their trees are less sure. */
function wanted({ source, tokens }: SilverSentence): boolean {
  return source !== 'ud-ewt' && tokens.length <= 40;
}

/** Each run sees all questions, which EWT has few of, and a half of the other sentences. */
function isOfRun({ id, source }: SilverSentence, run: number): boolean {
  return source === 'strategyqa-question' || ((hashText(id) >>> run) & 1) === 0;
}

export function trainParserModel(): void {
  const infos = new WordInfos(readLexicon());
  const sentences = readTreebank('train');
  const silver = readSilver();
  const tags = jackknife(sentences, silver, infos);
  const gold: ParserExample[] = sentences.map(({ tokens }, i) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tags[i],
    heads: tokens.map(({ head }) => head),
    relations: tokens.map(({ relation }) => relation),
  }));
  const tagger = new Tagger(readFileSync(weightsPath('tagger/tagger.bin')));
  const stacked = stackTrees(sentences, silver, wanted, { infos, random: createRandom('stack') }).map(({ sentence, heads, relations }) => {
    const words = sentence.tokens.map(({ form }) => infos.of(form));
    return { sentence, example: { words, tags: tagger.tag(words), heads, relations, weight: SILVER_WEIGHT } };
  });
  const dev = readTreebank('dev').map(({ tokens }) => {
    const words = tokens.map(({ form }) => infos.of(form));
    return { tokens, words, tags: tagger.tag(words) };
  });
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const own = stacked.filter(({ sentence }) => isOfRun(sentence, run)).map(({ example }) => example);
    console.log(`run ${run}: ${gold.length} gold and ${own.length} silver trees`);
    return trainParser([...gold, ...own], {
      epochs: 5,
      dropout: 0.1,
      margin: MARGIN,
      smallest: 0.004,
      random: createRandom(`parser ${run}`),
      onEpoch(epoch, accuracy, compile) {
        console.log(`epoch ${epoch}: ${(100 * accuracy).toFixed(2)} of the transitions; EWT dev ${score(new Parser(compile()), dev)}`);
      },
    });
  });
  const bytes = mixModels(runs, 'parser', { smallest: 0.0085 });
  writeFileSync(weightsPath('parser/parser.bin'), bytes);
  console.log(`mean of ${RUNS} runs: EWT dev ${score(new Parser(bytes), dev)}; parser.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
}

interface DevSentence {
  tokens: TreeSentence['tokens'];
  words: WordInfo[];
  tags: string[];
}

function score(parser: Parser, sentences: readonly DevSentence[]): string {
  const readings = sentences.map(({ words, tags }) => ({ tags, tree: parser.parse(words, tags) }));
  return formatTreeScores(scoreTrees(sentences, readings));
}
