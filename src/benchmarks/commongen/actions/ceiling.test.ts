import { describe, expect, it } from 'vitest';
import { leaveOneOut } from './ceiling.ts';

describe("people's score", () => {
  it('compares each reference with the others and counts sets that have one', () => {
    const item = (id: string, references: string[]) => ({ id, input: { concepts: ['dog'] }, references, meta: {} });
    const { items, predictions, single } = leaveOneOut([item('0', ['a', 'b', 'c']), item('1', ['d'])]);
    expect(predictions).toEqual(['a', 'b', 'c']);
    expect(items.map(({ id, references }) => [id, references])).toEqual([
      ['0/0', ['b', 'c']],
      ['0/1', ['a', 'c']],
      ['0/2', ['a', 'b']],
    ]);
    expect(single).toBe(1);
  });
});
