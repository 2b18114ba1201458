/** The safetensors format: an 8-byte length, a JSON header of names, types and offsets, then the raw little-endian tensors. */
import { readFile } from 'node:fs/promises';
import { InputError } from '@sensebench/metrics/internal/core';

export interface Tensor {
  /** "F16", "F32", "I64"… as the file says. */
  type: string;
  shape: readonly number[];
  data: Uint8Array;
}

export interface TensorFile {
  tensors: Map<string, Tensor>;
  metadata: Record<string, string>;
}

interface HeaderEntry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

export async function readSafetensors(path: string): Promise<Map<string, Tensor>> {
  return decodeSafetensors(await readFile(path), path).tensors;
}

export function decodeSafetensors(bytes: Uint8Array, file: string): TensorFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerEnd = bytes.length >= 8 ? 8 + Number(buffer.readBigUInt64LE(0)) : Number.POSITIVE_INFINITY;
  if (headerEnd > bytes.length) throw new InputError('not a safetensors file', { file });
  const { __metadata__: metadata = {}, ...header } = JSON.parse(buffer.toString('utf8', 8, headerEnd));
  const tensors = new Map<string, Tensor>();
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header as Record<string, HeaderEntry>))
    tensors.set(name, { type: dtype, shape, data: bytes.subarray(headerEnd + offsets[0], headerEnd + offsets[1]) });
  return { tensors, metadata };
}
