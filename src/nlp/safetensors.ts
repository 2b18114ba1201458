/** Reads a safetensors file: a length, a JSON header, then the tensors' bytes. */
import { z } from 'zod';
import { InputError } from '../core/index.ts';

const headerSchema = z.record(
  z.string(),
  z.union([
    z.object({ dtype: z.string(), shape: z.array(z.number()), data_offsets: z.tuple([z.number(), z.number()]) }),
    z.record(z.string(), z.string()),
  ]),
);

export interface StoredTensor {
  dtype: string;
  shape: number[];
  bytes: Uint8Array;
}

const LENGTH_BYTES = 8;

export function readSafetensors(file: Uint8Array, path: string): Map<string, StoredTensor> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = file.length >= LENGTH_BYTES ? Number(view.getBigUint64(0, true)) : Number.NaN;
  const start = LENGTH_BYTES + length;
  if (!(start <= file.length)) throw new InputError('is cut off', { file: path, expected: 'safetensors' });
  const header = headerSchema.parse(JSON.parse(new TextDecoder().decode(file.subarray(LENGTH_BYTES, start))));
  const tensors = new Map<string, StoredTensor>();
  for (const [name, entry] of Object.entries(header)) {
    if (!('data_offsets' in entry) || !Array.isArray(entry.data_offsets)) continue;
    const { dtype, shape, data_offsets: offsets } = entry as { dtype: string; shape: number[]; data_offsets: [number, number] };
    tensors.set(name, { dtype, shape, bytes: file.subarray(start + offsets[0], start + offsets[1]) });
  }
  return tensors;
}
