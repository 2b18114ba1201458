import { describe, expect, it } from 'vitest';
import { assembleWat } from './assemble-wat.ts';

describe('assembleWat', () => {
  it('gives the bytes of the specification', () => {
    const bytes = assembleWat(`
      param a i32
      local b i32 ;; a comment
      local.get a
      i32.const 16
      i32.add
      local.set b`);
    expect([...bytes]).toEqual([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...[1, 5, 1, 0x60, 1, 0x7f, 0],
      ...[2, 15, 1, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 1],
      ...[3, 2, 1, 0],
      ...[7, 7, 1, 3, 0x72, 0x75, 0x6e, 0, 0],
      ...[10, 13, 1, 11, 1, 1, 0x7f, 0x20, 0, 0x41, 16, 0x6a, 0x21, 1, 0x0b],
    ]);
    expect(WebAssembly.validate(bytes)).toBe(true);
  });

  it('says what it does not know', () => {
    expect(() => assembleWat('i32.mul')).toThrow('no instruction "i32.mul"');
    expect(() => assembleWat('param a i64')).toThrow('no type "i64"');
    expect(() => assembleWat('local.get a')).toThrow('"local.get a"');
    expect(() => assembleWat('i32.const 64')).toThrow('"i32.const 64"');
  });
});
