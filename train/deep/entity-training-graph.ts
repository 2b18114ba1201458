/** The deep entity model with its loss and its gradients as one ONNX graph. */

import { type GraphValue, OnnxGraph } from '../../packages/sensebench/src/nlp/embeddings/onnx-model.ts';
import type { Tensor } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { type DeepParameter, ENCODER } from './parameters.ts';
import { Tape, type Value } from './tape.ts';
import { addTrainingEncoder } from './training-encoder.ts';

export interface EntityTrainingGraph {
  model: Uint8Array;
  /** The output that holds each parameter's gradient. */
  gradients: ReadonlyMap<string, string>;
  loss: string;
}

export interface EntityGraphOptions {
  parameters: readonly DeepParameter[];
  /** The first layer that learns; it reads the input `states`. */
  first: number;
  hidden: number;
  columns: number;
  labels: number;
  heads: number;
  epsilon: number;
}

export function buildEntityTrainingGraph(
  tensors: ReadonlyMap<string, Tensor>,
  { parameters, first, hidden: size, columns, labels, heads, epsilon }: EntityGraphOptions,
): EntityTrainingGraph {
  const graph = new OnnxGraph();
  const tape = new Tape(graph);
  const known = new Map(parameters.map(({ name, shape }) => [name, tape.parameter(name, shape.length)]));
  const get = (name: string): Value => {
    const value = known.get(name);
    if (!value) throw new Error(`no parameter ${name}`);
    return value;
  };
  const states = addTrainingEncoder(tape, graph, tensors, { parameter: get, heads, epsilon, from: { states: 'states', layer: first } });
  const pooled = tape.scaled(tape.matmul(tape.given('pool', 3), states), 'keep.hidden');
  const looks = tape.matmul(tape.given('features', 3), get('entity.features'));
  const sum = tape.add(tape.add(tape.matmul(pooled, get('entity.hidden')), looks), get('entity.bias'));
  const hidden = tape.scaled(tape.relu(sum), 'keep.entity');
  const scores = tape.add(tape.matmul(hidden, get('entity.weight')), get('entity.offset'));
  const loss = tape.crossEntropy(scores, 'target');
  const gradients = tape.gradients();
  const words = ['batch', 'words'];
  const inputs: GraphValue[] = [
    { name: 'states', dims: ['batch', 'length', ENCODER.width] },
    { name: 'bias', dims: ['batch', 1, 1, 'length'] },
    { name: 'pool', dims: [...words, 'length'] },
    { name: 'features', dims: [...words, columns] },
    { name: 'keep.hidden', dims: [ENCODER.width] },
    { name: 'keep.entity', dims: [size] },
    { name: 'target', dims: [...words, labels] },
    ...parameters.map(({ name, shape }) => ({ name, dims: shape })),
  ];
  const outputs: GraphValue[] = [
    { name: loss, dims: [] },
    ...parameters.map(({ name, shape }) => ({ name: gradients.get(name) ?? name, dims: shape })),
  ];
  return { model: graph.encode(inputs, outputs), gradients, loss };
}
