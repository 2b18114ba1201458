import { describe, expect, it } from 'vitest';
import { encodeSafetensors } from '../../../../../train/encode/safetensors.ts';
import { decodeSafetensors } from './safetensors.ts';

const tensors = new Map([
  ['a', { type: 'F32', shape: [2], data: new Uint8Array(Float32Array.of(1, 2).buffer) }],
  ['bé', { type: 'I8', shape: [1, 3], data: Uint8Array.of(7, 8, 9) }],
]);

describe('safetensors', () => {
  it('gives back names, types, shapes, bytes and metadata', () => {
    const read = decodeSafetensors(encodeSafetensors({ tensors, metadata: { format: 'pt' } }), 'x');
    expect(read.metadata).toEqual({ format: 'pt' });
    expect([...read.tensors].map(([name, { type, shape, data }]) => [name, type, shape, [...data]])).toEqual(
      [...tensors].map(([name, { type, shape, data }]) => [name, type, shape, [...data]]),
    );
  });
  it('begins with the length of its header, padded to eight bytes', () => {
    const bytes = encodeSafetensors({ tensors, metadata: {} });
    const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
    expect(length % 8).toBe(0);
    expect(bytes.length).toBe(8 + length + 8 + 3);
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))).bé).toEqual({
      dtype: 'I8',
      shape: [1, 3],
      data_offsets: [8, 11],
    });
  });
  it('is refused when it is cut off or something else', () => {
    expect(() => decodeSafetensors(Uint8Array.of(1, 2), 'x.bin')).toThrow('x.bin: not a safetensors file');
    expect(() => decodeSafetensors(encodeSafetensors({ tensors, metadata: {} }).subarray(0, 20), 'x.bin')).toThrow(
      'not a safetensors file',
    );
  });
});
