import { describe, expect, it } from 'vitest';
import { createGrowingList } from './growing-list.ts';

describe('a growing list', () => {
  it('keeps every value past its first capacity', () => {
    const list = createGrowingList(2);
    for (let i = 0; i < 100; i++) list.push(i * i);
    expect([...list.finish()]).toEqual(Array.from({ length: 100 }, (_, i) => i * i));
  });
});
