/** BERT encoders (Devlin et al., 2019) as ONNX graphs, written from their weights with the fused operators of ONNX Runtime. */
import { addInt8Layer } from './int8-graph.ts';
import { FLOAT, INT32, OnnxGraph } from './onnx-model.ts';
import type { Tensor } from './safetensors.ts';

export interface BertShape {
  layers: number;
  heads: number;
  epsilon: number;
}

/** `embedding`: mean over the tokens, unit length. A number: the hidden states after that many layers. */
export type BertOutput = 'embedding' | number;

/** Adapter of a fine-tuned encoder: added to a layer's weight matrix (input × output); null for none. */
export type WeightChange = (weight: string) => string | null;

/** `int8`: matrix products in 8-bit arithmetic, faster and less exact. */
export type BertPrecision = 'float' | 'int8';

/** The inputs of every encoder graph: ids, segments and mask, batch × length. */
export const BERT_INPUTS = ['ids', 'segments', 'mask'].map((name) => ({ name, type: INT32, dims: ['batch', 'length'] }));

/** The bytes of an ONNX model with inputs `ids`, `segments` and `mask` and one output, `result`. */
export function buildBertOnnx(
  tensors: ReadonlyMap<string, Tensor>,
  shape: BertShape,
  output: BertOutput,
  precision?: BertPrecision,
): Uint8Array {
  const graph = new OnnxGraph();
  const hidden = addBert(graph, tensors, { ...shape, layers: output === 'embedding' ? shape.layers : output }, { precision });
  if (output !== 'embedding') {
    graph.node('Identity', [hidden], 'result');
    return graph.encode(BERT_INPUTS, [{ name: 'result', dims: ['batch', 'length', 'width'] }]);
  }
  const float = graph.node('Cast', ['mask'], 'mask/f32', { attributes: { to: { i: FLOAT } } });
  const mask = graph.node('Unsqueeze', [float, graph.integers([2])], 'mask/3d');
  const keep = { attributes: { keepdims: { i: 0 } } };
  const axis = graph.integers([1]);
  const sum = graph.node('ReduceSum', [graph.node('Mul', [hidden, mask], 'masked'), axis], 'sum', keep);
  const mean = graph.node('Div', [sum, graph.node('ReduceSum', [mask, axis], 'count', keep)], 'mean');
  graph.node('LpNormalization', [mean], 'result', { attributes: { axis: { i: -1 }, p: { i: 2 } } });
  return graph.encode(BERT_INPUTS, [{ name: 'result', dims: ['batch', 'width'] }]);
}

/** The embedding layer: words, positions, segments, normalized. */
export function addBertEmbedding(graph: OnnxGraph, tensors: ReadonlyMap<string, Tensor>, epsilon: number): string {
  const parts = [
    'word_embeddings.weight',
    'position_embeddings.weight',
    'token_type_embeddings.weight',
    'LayerNorm.weight',
    'LayerNorm.bias',
  ];
  const weights = parts.map((part) => graph.weight(tensors, `embeddings.${part}`));
  return graph.fused('EmbedLayerNormalization', ['ids', 'segments', ...weights], ['hidden/0', 'unused'], { epsilon: { f: epsilon } });
}

/** The whole encoder; gives back the name of the last layer's hidden states. */
export function addBert(
  graph: OnnxGraph,
  tensors: ReadonlyMap<string, Tensor>,
  shape: BertShape,
  { change = () => null, precision = 'float' }: { change?: WeightChange; precision?: BertPrecision } = {},
): string {
  const width = tensors.get('embeddings.LayerNorm.weight')?.shape[0] ?? 0;
  const flat = graph.integers([-1, width]);
  const batchShape = graph.node('Concat', [graph.node('Shape', ['ids'], 'ids/shape'), graph.integers([width])], 'hidden/shape', {
    attributes: { axis: { i: 0 } },
  });

  /** A weight matrix, input × output. */
  function matrix(name: string): string {
    const weight = graph.transposed(graph.weight(tensors, `${name}.weight`));
    const added = change(name);
    return added === null ? weight : graph.node('Add', [weight, added], `${name}/changed`);
  }

  /** Token states in and out as rows, tokens × width; only attention sees batches. */
  function layer(index: number, rows: string): string {
    const name = (part: string) => `encoder.layer.${index}.${part}`;
    const parts = ['query', 'key', 'value'].map((part) => name(`attention.self.${part}`));
    const qkv = graph.node('Concat', parts.map(matrix), name('qkv'), { attributes: { axis: { i: 1 } } });
    const biases = parts.map((part) => graph.weight(tensors, `${part}.bias`));
    const bias = graph.node('Concat', biases, name('qkv/bias'), { attributes: { axis: { i: 0 } } });
    const input = graph.node('Reshape', [rows, batchShape], name('input'));
    const attended = graph.fused('Attention', [input, qkv, bias, 'mask'], name('attended'), { num_heads: { i: shape.heads } });
    const first = addNormalize(graph.node('Reshape', [attended, flat], name('attended/rows')), rows, name('attention.output'));
    const wide = graph.node('MatMul', [first, matrix(name('intermediate.dense'))], name('wide'));
    const active = graph.fused('BiasGelu', [wide, graph.weight(tensors, name('intermediate.dense.bias'))], name('active'));
    return addNormalize(active, first, name('output'));
  }

  /** dense(input) + skip, then layer normalization: the product is added onto `skip`, which SkipLayerNormalization does more slowly. */
  function addNormalize(input: string, skip: string, part: string): string {
    const [weight, bias, dense] = ['LayerNorm.weight', 'LayerNorm.bias', 'dense.bias'].map((name) =>
      graph.weight(tensors, `${part}.${name}`),
    );
    const product = graph.node('Gemm', [input, matrix(`${part}.dense`), skip], `${part}/dense`);
    const sum = graph.node('Add', [product, dense], `${part}/sum`);
    return graph.node('LayerNormalization', [sum, weight, bias], `${part}/normal`, {
      attributes: { axis: { i: -1 }, epsilon: { f: shape.epsilon } },
    });
  }

  let rows = graph.node('Reshape', [addBertEmbedding(graph, tensors, shape.epsilon), flat], 'hidden/rows');
  const add = (index: number, before: string) =>
    precision === 'int8' ? addInt8Layer(graph, tensors, { index, rows: before }, { ...shape, batchShape, flat }) : layer(index, before);
  for (let index = 0; index < shape.layers; index++) rows = add(index, rows);
  return graph.node('Reshape', [rows, batchShape], 'hidden/last');
}
