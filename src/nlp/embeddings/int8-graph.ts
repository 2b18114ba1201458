/** Layers of a BERT encoder in 8-bit arithmetic: weights are quantized at load, states batch by batch (dynamic quantization). */
import type { OnnxGraph } from './onnx-model.ts';
import { quantizeRows } from './quantize-rows.ts';
import type { Tensor } from './safetensors.ts';

export interface Int8LayerOptions {
  heads: number;
  epsilon: number;
  /** The shapes of token states as batches, and as rows. */
  batchShape: string;
  flat: string;
}

/** Token states in and out as rows, as in the layers of floats. */
export function addInt8Layer(
  graph: OnnxGraph,
  tensors: ReadonlyMap<string, Tensor>,
  { index, rows }: { index: number; rows: string },
  { heads, epsilon, batchShape, flat }: Int8LayerOptions,
): string {
  const name = (part: string) => `encoder.layer.${index}.${part}`;

  /** Matrices side by side, input × output, with a scale for each column. */
  function quantized(parts: readonly string[], label: string): { weight: string; scale: string } {
    const found = parts.flatMap((part) => tensors.get(`${part}.weight`) ?? []);
    const { weights, scales } = quantizeRows(found);
    const own = new Map([
      [`${label}/int8`, weights],
      [`${label}/scales`, scales],
    ]);
    for (const each of own.keys()) graph.constant(own, each);
    return { weight: graph.transposed(`${label}/int8`), scale: `${label}/scales` };
  }

  function product(input: string, part: string, bias?: string): string {
    const { weight, scale } = quantized([part], part);
    const inputs = [input, weight, scale, ...(bias === undefined ? [] : ['', bias])];
    return graph.fused('DynamicQuantizeMatMul', inputs, `${part}/product`);
  }

  function addNormalize(input: string, skip: string, part: string): string {
    const [weight, bias, dense] = ['LayerNorm.weight', 'LayerNorm.bias', 'dense.bias'].map((each) =>
      graph.weight(tensors, `${part}.${each}`),
    );
    const sum = graph.node('Add', [product(input, `${part}.dense`, dense), skip], `${part}/sum`);
    return graph.node('LayerNormalization', [sum, weight, bias], `${part}/normal`, {
      attributes: { axis: { i: -1 }, epsilon: { f: epsilon } },
    });
  }

  const parts = ['query', 'key', 'value'].map((part) => name(`attention.self.${part}`));
  const { weight, scale } = quantized(parts, name('qkv'));
  const biases = parts.map((part) => graph.weight(tensors, `${part}.bias`));
  const bias = graph.node('Concat', biases, name('qkv/bias'), { attributes: { axis: { i: 0 } } });
  const input = graph.node('Reshape', [rows, batchShape], name('input'));
  const [whole, step, zero] = ['u8', 'scale', 'zero'].map((part) => name(`input/${part}`));
  graph.node('DynamicQuantizeLinear', [input], [whole, step, zero]);
  const attended = graph.fused('QAttention', [whole, weight, bias, step, scale, 'mask', zero], name('attended'), {
    num_heads: { i: heads },
  });
  const first = addNormalize(graph.node('Reshape', [attended, flat], name('attended/rows')), rows, name('attention.output'));
  const wide = product(first, name('intermediate.dense'));
  const active = graph.fused('BiasGelu', [wide, graph.weight(tensors, name('intermediate.dense.bias'))], name('active'));
  return addNormalize(active, first, name('output'));
}
