import { describe, expect, it } from 'vitest';
import { compositions, uniqueCompositions, unseenShare } from './compositions.ts';

describe('compositions of concepts', () => {
  it('are all choices, whatever the order of the concepts', () => {
    expect(compositions(['run', 'dog', 'park'], 2)).toEqual(['dog#park', 'dog#run', 'park#run']);
    expect(compositions(['a', 'b', 'c', 'd', 'e'], 3)).toHaveLength(10);
    expect(compositions(['a', 'b'], 3)).toEqual([]);
  });

  it('pair a repeated concept with itself, as the counts of Table 1 do', () => {
    expect(uniqueCompositions([['dog', 'dog', 'run']], 2)).toEqual(new Set(['dog#dog', 'dog#run']));
  });

  it('have a share that is unseen, null of nothing', () => {
    expect(unseenShare(new Set(['a', 'b', 'c', 'd']), new Set(['a', 'x']))).toBe(0.75);
    expect(unseenShare(new Set(), new Set(['a']))).toBeNull();
  });
});
