import { describe, expect, it } from 'vitest';
import { quantizeRows } from './int8-graph.ts';

const floats = (values: number[], rows: number) => ({
  type: 'F32',
  shape: [rows, values.length / rows],
  data: new Uint8Array(Float32Array.from(values).buffer),
});

describe('rows of whole numbers', () => {
  it('have one scale each, by which the largest weight becomes 63', () => {
    const { weights, scales } = quantizeRows([floats([0.5, -0.25, 6.3, 0.1], 2)]);
    expect([...new Int8Array(weights.data.buffer)]).toEqual([63, -31, 63, 1]);
    const [first, second] = new Float32Array(scales.data.buffer);
    expect(first).toBeCloseTo(0.5 / 63);
    expect(second).toBeCloseTo(0.1);
  });

  it('follow each other when there are several matrices, and a row of zeros stays zero', () => {
    const { weights, scales } = quantizeRows([floats([0, 0], 1), floats([1, -1], 1)]);
    expect(weights.shape).toEqual([2, 2]);
    expect([...new Int8Array(weights.data.buffer)]).toEqual([0, 0, 63, -63]);
    expect(scales.shape).toEqual([2]);
  });

  it('are read from numbers of 16 bits, wherever in a file these begin', () => {
    // 1, -2, the smallest number above 0, and 0.
    const half = Uint16Array.from([0x3c00, 0xc000, 0x0001, 0x0000]);
    const file = new Uint8Array(9);
    file.set(new Uint8Array(half.buffer), 1);
    const { weights, scales } = quantizeRows([{ type: 'F16', shape: [2, 2], data: file.subarray(1) }]);
    expect([...new Int8Array(weights.data.buffer)]).toEqual([32, -63, 63, 0]);
    expect(new Float32Array(scales.data.buffer)[1] * 63).toBeCloseTo(2 ** -24, 12);
    expect(() => quantizeRows([{ type: 'I64', shape: [1, 1], data: new Uint8Array(8) }])).toThrow('I64');
  });
});
