/** The safetensors format: an 8-byte length, a JSON header of names, types and offsets, then the raw little-endian tensors. */
import { readFile } from 'node:fs/promises';
import { InputError } from '../core/errors.ts';

export interface Tensor {
  /** "F16", "F32", "I64"… as the file says. */
  type: string;
  shape: number[];
  data: Uint8Array;
}

export async function readSafetensors(path: string): Promise<Map<string, Tensor>> {
  const bytes = await readFile(path);
  const headerEnd = bytes.length >= 8 ? 8 + Number(bytes.readBigUInt64LE(0)) : Number.POSITIVE_INFINITY;
  if (headerEnd > bytes.length) throw new InputError('not a safetensors file', { file: path });
  const header = JSON.parse(bytes.toString('utf8', 8, headerEnd)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const tensors = new Map<string, Tensor>();
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    tensors.set(name, { type: dtype, shape, data: bytes.subarray(headerEnd + offsets[0], headerEnd + offsets[1]) });
  }
  return tensors;
}
