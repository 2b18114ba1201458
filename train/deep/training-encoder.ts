/** MiniLM's frozen layers with adapters that learn, on a tape. */

import { addBertEmbedding } from '../../packages/sensebench/src/nlp/embeddings/onnx-graph.ts';
import type { OnnxGraph } from '../../packages/sensebench/src/nlp/embeddings/onnx-model.ts';
import type { Tensor } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { ENCODER } from './parameters.ts';
import type { Tape, Value } from './tape.ts';

export interface EncoderOptions {
  /** The adapters' parameters by name. */
  parameter(name: string): Value;
  heads: number;
  epsilon: number;
  /** Hidden states that were computed before, and the layer that reads them; default: the embedding of `ids` and `segments`. */
  from?: { states: string; layer: number };
}

/** The last hidden states; reads the input `bias`. */
export function addTrainingEncoder(
  tape: Tape,
  graph: OnnxGraph,
  tensors: ReadonlyMap<string, Tensor>,
  { parameter, heads, epsilon, from }: EncoderOptions,
): Value {
  const frozen = (name: string, rank: number) => tape.given(graph.weight(tensors, name), rank);

  /** A frozen dense part with its adapter. */
  function dense(input: Value, name: string): Value {
    const weight = tape.given(graph.transposed(graph.weight(tensors, `${name}.weight`)), 2);
    const fixed = tape.add(tape.matmul(input, weight), frozen(`${name}.bias`, 1));
    return tape.add(fixed, tape.matmul(tape.matmul(input, parameter(`${name}.down`)), parameter(`${name}.up`)));
  }

  function normalize(input: Value, name: string): Value {
    const [scale, offset] = ['weight', 'bias'].map((part) => graph.weight(tensors, `${name}.LayerNorm.${part}`));
    return tape.layerNorm(input, scale, offset, epsilon);
  }

  const size = ENCODER.width / heads;
  const split = (input: Value) => tape.transpose(tape.reshape(input, [0, 0, heads, size], [0, 0, ENCODER.width]), [0, 2, 1, 3]);

  function layer(input: Value, index: number): Value {
    const name = (part: string) => `encoder.layer.${index}.${part}`;
    const [query, key, value] = ['query', 'key', 'value'].map((part) => split(dense(input, name(`attention.self.${part}`))));
    const scores = tape.add(tape.matmul(query, key, { transposed: true, scale: 1 / Math.sqrt(size) }), tape.given('bias', 4));
    const mixed = tape.transpose(tape.matmul(tape.softmax(scores), value), [0, 2, 1, 3]);
    const joined = tape.reshape(mixed, [0, 0, ENCODER.width], [0, 0, heads, size]);
    const first = normalize(tape.add(input, dense(joined, name('attention.output.dense'))), name('attention.output'));
    const wide = tape.gelu(dense(first, name('intermediate.dense')));
    return normalize(tape.add(first, dense(wide, name('output.dense'))), name('output'));
  }

  let states: Value = tape.given(from?.states ?? addBertEmbedding(graph, tensors, epsilon), 3);
  for (let index = from?.layer ?? 0; index < ENCODER.layers; index++) states = layer(states, index);
  return states;
}
