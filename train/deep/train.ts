/** Trains the deep model on EWT's gold tags and trees. */
import { writeFileSync } from 'node:fs';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { openDeepModel } from '../../packages/sensebench/src/nlp/deep/deep-model.ts';
import { readTreebank, weightsPath } from '../corpora.ts';
import { formatTreeScores, scoreTrees } from '../evaluate/score-text.ts';
import { trainNetwork } from './train-network.ts';

/** Longer sentences are left out: their attention costs more than they teach. */
const LONGEST = 100;

export async function trainDeepModel(): Promise<void> {
  const infos = new WordInfos();
  const dev = readTreebank('dev');
  await trainNetwork(
    readTreebank('train').filter(({ tokens }) => tokens.length <= LONGEST),
    {
      sizes: { rank: 16, tag: 128, arc: 256, relation: 96 },
      epochs: 6,
      seed: 'deep',
      // Much text comes without capitals.
      lowered: 0.05,
      async onEpoch(bytes) {
        writeFileSync(weightsPath('deep/deep.safetensors'), bytes);
        const model = await openDeepModel(bytes);
        const readings = await model.read(dev.map(({ tokens }) => tokens.map(({ form }) => infos.of(form))));
        console.log(`EWT dev: ${formatTreeScores(scoreTrees(dev, readings))}; ${(bytes.length / 1e6).toFixed(2)} MB`);
      },
    },
  );
}
