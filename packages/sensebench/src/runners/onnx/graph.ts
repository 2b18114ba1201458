/** An ONNX graph with named input and output tensors, and the operations on rows that a growing batch needs. */

import { InputError } from '@sensebench/metrics/internal/core';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { type OnnxRuntime, openSession } from '../../nlp/embeddings/index.ts';

export type Tensors = Record<string, Tensor>;

export interface Graph {
  inputs: readonly string[];
  outputs: readonly string[];
  /** Passes only the inputs that the graph has. A missing input is an InputError. */
  run(feeds: Readonly<Tensors>, wanted?: readonly string[]): Promise<Tensors>;
  /** An empty cache for one input, in which symbolic dimensions after the first are 0. */
  empty(name: string, rows: number): Tensor;
  close(): Promise<void>;
}

export async function openGraph(runtime: OnnxRuntime, path: string): Promise<Graph> {
  const session = await openSession(runtime, path).catch((error: unknown) => {
    throw new InputError(`is not a graph that ONNX Runtime can load: ${firstLine(error)}`, { file: path });
  });
  const { inputNames, outputNames } = session;
  return {
    inputs: inputNames,
    outputs: outputNames,
    async run(feeds, wanted) {
      const missing = inputNames.filter((name) => !(name in feeds));
      if (missing.length > 0)
        throw new InputError(`the graph needs an input that this runner does not know: ${missing[0]}`, { file: path });
      const own = Object.fromEntries(inputNames.map((name) => [name, feeds[name]]));
      try {
        return (await (wanted ? session.run(own, [...wanted]) : session.run(own))) as Tensors;
      } catch (error) {
        throw new InputError(`the graph cannot be run: ${firstLine(error)}`, { file: path });
      }
    },
    empty(name, rows) {
      const { type, shape } = metadataOf(session, name, path);
      const dims = shape.map((size, place) => (place === 0 ? rows : typeof size === 'number' ? size : 0));
      const count = dims.reduce((product, size) => product * size, 1);
      const data = type === 'float16' ? new Uint16Array(count) : new Float32Array(count);
      return type === 'float16'
        ? new runtime.Tensor('float16', data as Uint16Array, dims)
        : new runtime.Tensor('float32', data as Float32Array, dims);
    },
    close: () => session.release(),
  };
}

function metadataOf(session: InferenceSession, name: string, path: string): { type: string; shape: readonly (number | string)[] } {
  const found = session.inputMetadata.find((input) => input.name === name);
  if (!found?.isTensor) throw new InputError(`the input ${name} of the graph is not a tensor`, { file: path });
  return found;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);
}

/** Ids as a tensor of 64-bit integers. */
export function idTensor({ Tensor }: OnnxRuntime, rows: readonly (readonly number[])[]): Tensor {
  const width = rows[0]?.length ?? 0;
  const data = new BigInt64Array(rows.length * width);
  for (const [r, row] of rows.entries()) for (let i = 0; i < width; i++) data[r * width + i] = BigInt(row[i]);
  return new Tensor('int64', data, [rows.length, width]);
}

/** New row i is old row `rows[i]`. Returns the same tensor if no row moves. */
export function gatherRows({ Tensor }: OnnxRuntime, tensor: Tensor, rows: readonly number[]): Tensor {
  const [count, ...rest] = tensor.dims;
  if (rows.length === count && rows.every((from, to) => from === to)) return tensor;
  const size = rest.reduce((product, each) => product * each, 1);
  const from = tensor.data as Float32Array;
  const to = new (from.constructor as Float32ArrayConstructor)(rows.length * size);
  for (const [i, row] of rows.entries()) to.set(from.subarray(row * size, (row + 1) * size), i * size);
  return new Tensor(tensor.type as 'float32', to, [rows.length, ...rest]);
}

/** The scores at the last position of each row, as 32-bit floats that callers may overwrite. */
export function lastScores(tensor: Tensor, file: string): { data: Float32Array; width: number } {
  if (!(tensor.data instanceof Float32Array)) throw new InputError(`gives scores of type ${tensor.type}`, { file, expected: 'float32' });
  const [rows] = tensor.dims;
  const width = tensor.dims[tensor.dims.length - 1];
  const each = tensor.data.length / rows;
  if (each === width) return { data: tensor.data, width };
  const data = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) data.set(tensor.data.subarray((row + 1) * each - width, (row + 1) * each), row * width);
  return { data, width };
}

/** Pads rows to the same length with `pad`, on the right or the left. */
export function padRows(rows: readonly (readonly number[])[], pad: number, side: 'left' | 'right'): { ids: number[][]; mask: number[][] } {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const fill = (row: readonly number[], value: number) => new Array<number>(width - row.length).fill(value);
  const join = (row: readonly number[], filled: number[]) => (side === 'left' ? [...filled, ...row] : [...row, ...filled]);
  return {
    ids: rows.map((row) => join(row, fill(row, pad))),
    mask: rows.map((row) =>
      join(
        row.map(() => 1),
        fill(row, 0),
      ),
    ),
  };
}
