/** Layers of a BERT encoder in 8-bit arithmetic: weights are quantized at load, states batch by batch (dynamic quantization). */

import { once, SetupError } from '@sensebench/metrics/internal/core';
import type { OnnxGraph } from './onnx-model.ts';
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

/**
 * Not 127: without VNNI, processors add two products in 16 bits, and 2 × 255 × 127 does not fit.
 * With 63 the sums are the same on every processor.
 */
const LARGEST = 63;

interface QuantizedRows {
  /** Rows × columns, as I8. */
  weights: Tensor;
  /** One for each row, as F32. */
  scales: Tensor;
}

/**
 * Weight matrices as whole numbers of 7 bits, with one scale for each row (Jacob et al. 2018, without zero points).
 * The rows of several matrices of equal width, one matrix below the other.
 */
export function quantizeRows(matrices: readonly Tensor[]): QuantizedRows {
  const width = matrices[0].shape[1];
  const rows = matrices.reduce((sum, { shape }) => sum + shape[0], 0);
  const weights = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  let row = 0;
  for (const matrix of matrices) {
    const values = toFloats(matrix);
    for (let from = 0; from < values.length; from += width, row++) {
      let largest = 0;
      for (let i = from; i < from + width; i++) if (Math.abs(values[i]) > largest) largest = Math.abs(values[i]);
      const scale = largest > 0 ? largest / LARGEST : 1;
      scales[row] = scale;
      for (let i = 0; i < width; i++) weights[row * width + i] = Math.round(values[from + i] / scale);
    }
  }
  return {
    weights: { type: 'I8', shape: [rows, width], data: new Uint8Array(weights.buffer) },
    scales: { type: 'F32', shape: [rows], data: new Uint8Array(scales.buffer) },
  };
}

function toFloats({ type, data }: Tensor): Float32Array {
  // A copy: the bytes of a file begin anywhere, numbers of several bytes do not.
  const bytes = new Uint8Array(data).buffer;
  if (type === 'F32') return new Float32Array(bytes);
  if (type === 'F16') return fromHalves(new Uint16Array(bytes));
  throw new SetupError(`weights of type ${type} cannot be made 8-bit`);
}

/** By a table of all of them: a model has millions. */
function fromHalves(halves: Uint16Array): Float32Array {
  const table = halfNumbers();
  const floats = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) floats[i] = table[halves[i]];
  return floats;
}

const halfNumbers = once(() => {
  const table = new Float32Array(1 << 16);
  for (let bits = 0; bits < table.length; bits++) table[bits] = fromHalf(bits);
  return table;
});

/** A number of 16 bits (IEEE 754): sign, 5 bits of exponent, 10 of fraction. */
function fromHalf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 === 0 ? 1 : -1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
