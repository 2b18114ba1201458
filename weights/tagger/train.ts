/** Trains the tagger on the gold tags of EWT and the silver tags of the CREAK and StrategyQA sentences. */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../src/core/index.ts';
import { type TaggedSentence, Tagger, trainTagger } from '../../src/nlp/tagger.ts';
import { WordInfos } from '../../src/nlp/word-info.ts';
import { readLexicon, readSilver, readTreebank, weightsPath } from '../corpora.ts';

export function trainTaggerModel(): void {
  const infos = new WordInfos(process.env.NOLEX ? undefined : readLexicon());
  const gold = readTreebank('train').map(({ tokens }) => ({ forms: tokens.map((t) => t.form), tags: tokens.map((t) => t.tag), weight: 1 }));
  const labels = [...new Set(gold.flatMap(({ tags }) => tags))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const silverWeight = Number(process.env.SILVER ?? 0.5);
  const silver =
    silverWeight === 0
      ? []
      : readSilver()
          .filter(({ source, tokens }) => source !== 'ud-ewt' && tokens.every(({ tag }) => numbers.has(tag)))
          .map(({ tokens }) => ({ forms: tokens.map((t) => t.form), tags: tokens.map((t) => t.tag), weight: silverWeight }));
  const sentences: TaggedSentence[] = [...gold, ...silver].map(({ forms, tags, weight }) => ({
    words: forms.map((form) => infos.of(form)),
    tags: tags.map((tag) => numbers.get(tag) ?? 0),
    weight,
  }));
  const random = createRandom('tagger');
  const bytes = trainTagger(sentences, {
    labels,
    epochs: Number(process.env.EPOCHS ?? 5),
    shuffle: random.shuffle,
    random: random.next,
    margin: Number(process.env.MARGIN ?? 0),
    dropout: Number(process.env.DROP ?? 0.15),
    minUpdates: Number(process.env.MIN ?? 3),
    onEpoch: (epoch, accuracy) => console.log(`epoch ${epoch}: ${(100 * accuracy).toFixed(2)} on the training sentences`),
  });
  if (!process.env.DRY) writeFileSync(weightsPath('tagger/tagger.bin'), bytes);
  console.log(`tagger.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
  const dev = readTreebank('dev');
  for (const beam of [1]) {
    const tagger = new Tagger(bytes);
    let right = 0;
    let all = 0;
    const started = performance.now();
    for (const { tokens } of dev) {
      const tags = tagger.tag(tokens.map(({ form }) => infos.of(form)));
      tokens.forEach((token, i) => {
        all++;
        if (tags[i] === token.tag) right++;
      });
    }
    console.log(
      `beam ${beam}: EWT dev ${((100 * right) / all).toFixed(2)}, ${Math.round((1000 * dev.length) / (performance.now() - started))} sentences/s`,
    );
  }
}
