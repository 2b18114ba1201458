/** The deep model with its losses and their gradients as one ONNX graph: ONNX Runtime does the arithmetic of training. */
import { type DeepLabels, WORD_FEATURES } from '../../packages/sensebench/src/nlp/deep/deep-input.ts';
import { type GraphValue, INT32, OnnxGraph } from '../../packages/sensebench/src/nlp/embeddings/onnx-model.ts';
import type { Tensor } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { type DeepSizes, deepParameters, ENCODER } from './parameters.ts';
import { Tape, type Value } from './tape.ts';
import { addTrainingEncoder } from './training-encoder.ts';

/** Parts of the network that forget some of their units at random, with how many units each has. */
export function dropoutsOf({ tag, arc, relation }: DeepSizes) {
  return {
    hidden: ENCODER.width,
    tag,
    'arc.dependent': arc,
    'arc.head': arc,
    'relation.dependent': relation,
    'relation.head': relation,
  };
}

export const TARGETS = ['tag', 'arc', 'relation'] as const;

export interface TrainingGraph {
  model: Uint8Array;
  /** The output that holds each parameter's gradient. */
  gradients: ReadonlyMap<string, string>;
  /** The output that holds each target's loss. */
  losses: Readonly<Record<(typeof TARGETS)[number], string>>;
}

export function buildTrainingGraph(
  tensors: ReadonlyMap<string, Tensor>,
  { labels, sizes, heads, epsilon }: { labels: DeepLabels; sizes: DeepSizes; heads: number; epsilon: number },
): TrainingGraph {
  const graph = new OnnxGraph();
  const tape = new Tape(graph);
  const parameters = deepParameters(labels, sizes);
  const parameter = new Map(parameters.map(({ name, shape }) => [name, tape.parameter(name, shape.length)]));
  const get = (name: string): Value => {
    const value = parameter.get(name);
    if (!value) throw new Error(`no parameter ${name}`);
    return value;
  };
  const states = addTrainingEncoder(tape, graph, tensors, { parameter: get, heads, epsilon });
  const pooled = tape.scaled(tape.matmul(tape.given('pool', 3), states), 'keep.hidden');
  const features = tape.given('features', 3);

  function hidden(name: keyof ReturnType<typeof dropoutsOf>): Value {
    const sum = tape.add(tape.matmul(pooled, get(`${name}.hidden`)), tape.matmul(features, get(`${name}.features`)));
    return tape.scaled(tape.relu(tape.add(sum, get(`${name}.bias`))), `keep.${name}`);
  }
  const linear = (input: Value, name: string) => tape.add(tape.matmul(input, get(`${name}.weight`)), get(`${name}.offset`));

  const arcs = tape.add(
    tape.matmul(linear(hidden('arc.dependent'), 'arc'), hidden('arc.head'), { transposed: true }),
    tape.given('arc.mask', 3),
  );
  const dependent = hidden('relation.dependent');
  const head = tape.matmul(tape.given('attach', 3), hidden('relation.head'));
  const size2 = labels.relations.length * sizes.relation;
  const pair = tape.reshape(
    tape.add(tape.matmul(dependent, get('relation.pair')), get('relation.lean')),
    [0, 0, labels.relations.length, sizes.relation],
    [0, 0, size2],
  );
  const relations = tape.add(tape.dotEach(pair, head), linear(dependent, 'relation'));

  const losses = {
    tag: tape.crossEntropy(linear(hidden('tag'), 'tag'), 'target.tag'),
    arc: tape.crossEntropy(arcs, 'target.arc'),
    relation: tape.crossEntropy(relations, 'target.relation'),
  };
  const gradients = tape.gradients();
  const words = ['batch', 'words'];
  const inputs: GraphValue[] = [
    { name: 'ids', type: INT32, dims: ['batch', 'length'] },
    { name: 'segments', type: INT32, dims: ['batch', 'length'] },
    { name: 'bias', dims: ['batch', 1, 1, 'length'] },
    { name: 'pool', dims: [...words, 'length'] },
    { name: 'features', dims: [...words, WORD_FEATURES] },
    ...Object.entries(dropoutsOf(sizes)).map(([name, units]) => ({ name: `keep.${name}`, dims: [units] })),
    { name: 'arc.mask', dims: ['batch', 1, 'words'] },
    { name: 'attach', dims: [...words, 'words'] },
    { name: 'target.tag', dims: [...words, labels.tags.length] },
    { name: 'target.arc', dims: [...words, 'words'] },
    { name: 'target.relation', dims: [...words, labels.relations.length] },
    ...parameters.map(({ name, shape }) => ({ name, dims: shape })),
  ];
  const outputs: GraphValue[] = [
    ...Object.values(losses).map((name) => ({ name, dims: [] })),
    ...parameters.map(({ name, shape }) => ({ name: gradients.get(name) ?? name, dims: shape })),
  ];
  return { model: graph.encode(inputs, outputs), gradients, losses };
}
