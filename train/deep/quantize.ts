/** The trained parameters as a safetensors file: matrices as bytes with a scale for each column, vectors as they are. */

import type { Tensor } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';
import { encodeSafetensors } from '../encode/safetensors.ts';
import type { DeepParameter } from './parameters.ts';

export function encodeDeepModel(
  trained: ReadonlyMap<string, Float32Array>,
  parameters: readonly DeepParameter[],
  metadata: Record<string, string>,
): Uint8Array {
  const tensors = new Map<string, Tensor>();
  const bytesOf = (values: Float32Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (const { name, shape } of parameters) {
    const values = trained.get(name) ?? new Float32Array();
    if (shape.length === 1) {
      tensors.set(name, { type: 'F32', shape, data: bytesOf(values) });
      continue;
    }
    const [rows, columns] = shape;
    const scales = new Float32Array(columns);
    for (let i = 0; i < values.length; i++) scales[i % columns] = Math.max(scales[i % columns], Math.abs(values[i]));
    for (let k = 0; k < columns; k++) scales[k] = scales[k] === 0 ? 1 : scales[k] / 127;
    const bytes = Int8Array.from({ length: rows * columns }, (_, i) => Math.round(values[i] / scales[i % columns]));
    tensors.set(name, { type: 'I8', shape, data: new Uint8Array(bytes.buffer) });
    tensors.set(`${name}/scale`, { type: 'F32', shape: [columns], data: bytesOf(scales) });
  }
  return encodeSafetensors({ tensors, metadata });
}
