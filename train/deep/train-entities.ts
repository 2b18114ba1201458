/** Trains the deep entity model on the silver sentences and our own, and tells how linear and deep do together. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { openDeepEntities } from '../../packages/sensebench/src/nlp/deep/deep-entities.ts';
import { labelsOf, PerceptronRecognizer } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { weightsPath } from '../corpora.ts';
import { scoreSpans } from '../entities/score-spans.ts';
import { OWN_COPIES, readTrainingSentences } from '../entities/training-sentences.ts';
import { trainEntityNetwork } from './train-entity-network.ts';

/** Longer sentences are left out. */
const LONGEST = 60;
/** How much the deep scores (log-probabilities) count beside the linear ones. */
const SHARE = 2000;
/** Later epochs, with lower rates, did worse (packages/sensebench/weights/deep). */
const LAST_RATE = 2 / 3;

export async function trainDeepEntities(): Promise<void> {
  const { gazetteer, training, heldOut, own } = readTrainingSentences();
  const linear = new PerceptronRecognizer(readFileSync(weightsPath('entities/entities.bin')), gazetteer);
  const sentences = [...training.filter(({ weight }) => weight === 1), ...own.filter((_, i) => i % OWN_COPIES === 0)];
  const examples = sentences
    .filter(({ words }) => words.length <= LONGEST)
    .map(({ words, spans, unsure, weight }) => ({ words, labels: labelsOf(spans, words.length), unsure, weight }));
  console.log(`${examples.length} sentences, ${examples.reduce((sum, { words }) => sum + words.length, 0)} words`);
  const bytes = await trainEntityNetwork(examples, {
    sizes: { rank: 16, first: 3, entity: 192 },
    gazetteer,
    random: createRandom('deep entities'),
    threads: 1,
    share: SHARE,
    lastRate: LAST_RATE,
  });
  writeFileSync(weightsPath('deep/entities.safetensors'), bytes);
  const held = heldOut.filter(({ weight }) => weight === 1);
  const scores = await (await openDeepEntities(bytes, gazetteer, { threads: 1 })).score(held.map(({ words }) => words));
  for (const times of [0, 0.25, 0.5, 1, 2, 4, 1000]) {
    const added = scores.map((list) => list.map((score) => times * score));
    const spans = held.map(({ words, tags }, i) => linear.spans(words, tags, added[i]));
    console.log(`held out, deep scores times ${times * SHARE}: ${scoreSpans(held, spans)}`);
  }
  console.log(`entities.safetensors: ${(bytes.length / 1e6).toFixed(2)} MB`);
}
