import { describe, expect, it } from 'vitest';
import { bytes, encode, float, integer, message, text } from './protobuf.ts';

const hex = (fields: Parameters<typeof encode>[0]) => Buffer.from(encode(fields)).toString('hex');

// The first three are the examples of the description of the format; the others were written by protobufjs 8.
describe('the wire format', () => {
  it.each([
    { field: integer(1, 150), bytes: '089601' },
    { field: text(2, 'testing'), bytes: '120774657374696e67' },
    { field: message(3, [integer(1, 150)]), bytes: '1a03089601' },
    { field: integer(1, -1), bytes: '08ffffffffffffffffff01' },
    { field: integer(20, 2 ** 40), bytes: 'a001808080808020' },
    { field: float(2, 0.5), bytes: '150000003f' },
    { field: bytes(9, Uint8Array.of(0, 255)), bytes: '4a0200ff' },
    { field: message(1, []), bytes: '0a00' },
  ])('writes $bytes', ({ field, bytes }) => expect(hex([field])).toBe(bytes));

  it('writes fields one after the other, and nothing for a message without fields', () => {
    expect(hex([text(1, ''), integer(2, 17)])).toBe('0a001011');
    expect(hex([])).toBe('');
  });
});
