/** Writes a safetensors file: an 8-byte length, a JSON header padded to 8 bytes, and the tensors. */
import type { TensorFile } from '../../packages/sensebench/src/nlp/embeddings/safetensors.ts';

export function encodeSafetensors({ tensors, metadata }: TensorFile): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { type, shape, data }] of tensors) {
    header[name] = { dtype: type, shape, data_offsets: [end, end + data.length] };
    end += data.length;
  }
  const json = JSON.stringify(header);
  const text = Buffer.from(json.padEnd(Math.ceil(Buffer.byteLength(json) / 8) * 8 - Buffer.byteLength(json) + json.length));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...[...tensors.values()].map(({ data }) => data)]);
}
