/** Parts of the deep graphs: MiniLM with its adapters folded in, hidden layers and linear ones, from weights stored as bytes. */
import { MINILM_SHAPE } from '../embeddings/embed-minilm.ts';
import { addBert } from '../embeddings/onnx-graph.ts';
import type { OnnxGraph } from '../embeddings/onnx-model.ts';
import type { Tensor } from '../embeddings/safetensors.ts';

type Tensors = ReadonlyMap<string, Tensor>;

/** A weight of our own, stored as bytes with a scale for each column; ONNX Runtime unfolds it when it loads the model. */
export function stored(graph: OnnxGraph, own: Tensors, name: string): string {
  if (!own.has(`${name}/scale`)) return graph.weight(own, name);
  graph.constant(own, name);
  graph.constant(own, `${name}/scale`);
  return graph.node('DequantizeLinear', [name, `${name}/scale`], `${name}/unfolded`, { attributes: { axis: { i: 1 } } });
}

/** The encoder's last hidden states. */
export function addAdaptedBert(graph: OnnxGraph, tensors: Tensors, own: Tensors): string {
  const change = (name: string) =>
    own.has(`${name}.down`)
      ? graph.node('MatMul', [stored(graph, own, `${name}.down`), stored(graph, own, `${name}.up`)], `${name}/adapter`)
      : null;
  return addBert(graph, tensors, MINILM_SHAPE, { change });
}

/** A hidden layer over the words' states (`pooled`) and looks (the input `features`). */
export function addHidden(graph: OnnxGraph, own: Tensors, pooled: string, name: string): string {
  const sum = graph.node(
    'Add',
    [
      graph.node('MatMul', [pooled, stored(graph, own, `${name}.hidden`)], `${name}/deep`),
      graph.node('MatMul', ['features', stored(graph, own, `${name}.features`)], `${name}/looks`),
    ],
    `${name}/sum`,
  );
  return graph.node('Relu', [graph.node('Add', [sum, stored(graph, own, `${name}.bias`)], `${name}/shifted`)], `${name}/relu`);
}

export function addLinear(graph: OnnxGraph, own: Tensors, input: string, name: string): string {
  const product = graph.node('MatMul', [input, stored(graph, own, `${name}.weight`)], `${name}/product`);
  return graph.node('Add', [product, stored(graph, own, `${name}.offset`)], `${name}/linear`);
}
