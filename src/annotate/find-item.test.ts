import { describe, expect, it } from 'vitest';
import { itemFinder } from './find-item.ts';

describe('the item that a name stands for', () => {
  const find = itemFinder([{ id: 'apple#pick', also: ['pick#apple'] }, { id: 'apple#pick@2', also: ['pick#apple@2'] }, { id: '7' }]);

  it('is found by its id or another of its names, exactly', () => {
    expect(['apple#pick', 'pick#apple', 'pick#apple@2', '7'].map(find)).toEqual(['apple#pick', 'apple#pick', 'apple#pick@2', '7']);
    expect(['Apple#pick', 'apple#pick ', '07', ''].map(find)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is the one with that id, even if another has it as a further name', () => {
    expect(itemFinder([{ id: 'a', also: ['b'] }, { id: 'b' }])('b')).toBe('b');
  });

  it('is never one of two with the same id', () => {
    expect(() => itemFinder([{ id: 'a' }, { id: 'a' }])).toThrow('two items have the id "a"');
  });
});
