/** Trains the tagger on gold tags of EWT and silver tags of CREAK and StrategyQA: the mean of several runs in different orders. */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../src/core/index.ts';
import { Tagger } from '../../src/nlp/analysis/tagger.ts';
import { WordInfos } from '../../src/nlp/words/word-info.ts';
import { readLexicon, readSilver, readTreebank, weightsPath } from '../corpora.ts';
import { mixModels } from '../mix-models.ts';
import { relabelSilver } from './stack.ts';
import { type TaggedSentence, trainTagger } from './train-tagger.ts';

const SILVER_WEIGHT = 0.5;
const RUNS = 4;
/** One mistake moves a score by two for each of about 38 features. */
export const TAGGER_MARGIN = 15;

export function trainTaggerModel(): void {
  const infos = new WordInfos(readLexicon());
  const gold = readTreebank('train');
  const labels = [...new Set(gold.flatMap(({ tokens }) => tokens.map(({ tag }) => tag)))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const sentences: TaggedSentence[] = gold.map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => numbers.get(tag) ?? 0),
  }));
  sentences.push(...relabelSilver(gold, readSilver(), labels, infos).map((sentence) => ({ ...sentence, weight: SILVER_WEIGHT })));
  const dev = readTreebank('dev').map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => tag),
  }));
  const all = dev.reduce((sum, { tags }) => sum + tags.length, 0);
  const score = (bytes: Uint8Array) => {
    const tagger = new Tagger(bytes);
    const right = dev.map(({ words, tags }) => tagger.tag(words).filter((tag, i) => tag === tags[i]).length).reduce((a, b) => a + b);
    return `EWT dev ${((100 * right) / all).toFixed(2)}`;
  };
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const random = createRandom(`tagger ${run}`);
    return trainTagger(sentences, {
      labels,
      epochs: 5,
      shuffle: random.shuffle,
      random: random.next,
      dropout: 0.15,
      margin: TAGGER_MARGIN,
      onEpoch(epoch, accuracy, compile) {
        console.log(`run ${run}, epoch ${epoch}: ${(100 * accuracy).toFixed(2)} on the training sentences; ${score(compile())}`);
      },
    });
  });
  const bytes = mixModels(runs, 'tagger', { smallest: 0.008 });
  writeFileSync(weightsPath('tagger/tagger.bin'), bytes);
  console.log(`mean of ${RUNS} runs: ${score(bytes)}; tagger.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
}
