/** Trains the entity recognizer on the silver sentences and on our own; every twentieth silver sentence is held out for development. */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { labelsOf, PerceptronRecognizer } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { entityInput } from '../../packages/sensebench/src/nlp/entities/entity-features.ts';
import type { Gazetteer } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { weightsPath } from '../corpora.ts';
import { mixModels } from '../mix-models.ts';
import { type CheckedSentence, crossCheck } from './cross-check.ts';
import { scoreSpans } from './score-spans.ts';
import { type EntityExample, trainEntities } from './train-entities.ts';
import { readTrainingSentences } from './training-sentences.ts';

const RUNS = 2;
/** A mistake at one token moves its score by two for each of about 45 features. */
const MARGIN = 10;
/** Weights below this share of the largest are dropped. */
const SMALLEST = 0.003;

export function trainEntitiesModel(): void {
  const { gazetteer, training, heldOut, own } = readTrainingSentences();
  // Some runs learn from the labels as they are read, some from the labels that the cross-check leaves; mixed, they beat each.
  const options = { gazetteer, heldOut };
  const asRead = Array.from({ length: RUNS }, (_, run) => train(`as read ${run}`, [...training, ...own], { ...options, epochs: 4 }));
  const { doubted, corrected } = crossCheck(training, own, { gazetteer, random: createRandom('cross-check'), epochs: 2 });
  console.log(`cross-check: ${doubted} labels doubted, ${corrected} corrected`);
  const checked = Array.from({ length: RUNS }, (_, run) => train(`cross-checked ${run}`, [...training, ...own], { ...options, epochs: 3 }));
  const mixed = mixModels([...asRead, ...checked], 'entities', { smallest: SMALLEST });
  console.log(`mean of ${2 * RUNS} runs: held out: ${scoreRecognizer(new PerceptronRecognizer(mixed, gazetteer), heldOut)}`);
  writeFileSync(weightsPath('entities/entities.bin'), mixed);
  console.log(`entities.bin: ${(mixed.length / 1e6).toFixed(2)} MB`);
}

function train(
  name: string,
  sentences: readonly CheckedSentence[],
  { epochs, gazetteer, heldOut }: { epochs: number; gazetteer: Gazetteer; heldOut: readonly CheckedSentence[] },
): Uint8Array {
  const random = createRandom(`entities ${name}`);
  const examples: EntityExample[] = sentences.map(({ words, tags, spans, unsure, weight }) => ({
    input: entityInput(words, tags, gazetteer),
    labels: labelsOf(spans, words.length),
    unsure,
    weight,
  }));
  return trainEntities(examples, {
    epochs,
    shuffle: random.shuffle,
    random: random.next,
    dropout: 0.15,
    margin: MARGIN,
    onEpoch(epoch, accuracy, compile) {
      const held = scoreRecognizer(new PerceptronRecognizer(compile(), gazetteer), heldOut);
      console.log(`${name}, epoch ${epoch}: ${(100 * accuracy).toFixed(2)} of the labels; held out: ${held}`);
    },
  });
}

function scoreRecognizer(recognizer: PerceptronRecognizer, sentences: readonly CheckedSentence[]): string {
  return scoreSpans(
    sentences,
    sentences.map(({ words, tags }) => recognizer.spans(words, tags)),
  );
}
