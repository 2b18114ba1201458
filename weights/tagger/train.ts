/** Trains the tagger on the gold tags of EWT and the silver tags of the CREAK and StrategyQA sentences. */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../src/core/index.ts';
import { type TaggedSentence, Tagger, trainTagger } from '../../src/nlp/tagger.ts';
import { WordInfos } from '../../src/nlp/word-info.ts';
import { readLexicon, readSilver, readTreebank, weightsPath } from '../corpora.ts';
import { relabelSilver } from './stack.ts';

const SILVER_WEIGHT = 0.5;

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
  const random = createRandom('tagger');
  const bytes = trainTagger(sentences, {
    labels,
    epochs: 5,
    shuffle: random.shuffle,
    random: random.next,
    dropout: 0.15,
    onEpoch(epoch, accuracy, compile) {
      const tagger = new Tagger(compile());
      const right = dev.map(({ words, tags }) => tagger.tag(words).filter((tag, i) => tag === tags[i]).length).reduce((a, b) => a + b);
      const all = dev.reduce((sum, { tags }) => sum + tags.length, 0);
      console.log(`epoch ${epoch}: ${(100 * accuracy).toFixed(2)} on the training sentences; EWT dev ${((100 * right) / all).toFixed(2)}`);
    },
  });
  writeFileSync(weightsPath('tagger/tagger.bin'), bytes);
  console.log(`tagger.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
}
