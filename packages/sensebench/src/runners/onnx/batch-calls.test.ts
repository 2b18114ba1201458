import { describe, expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

describe('calls in batches', () => {
  it('go together, in order, and each gets its own answer', async () => {
    const batches: number[][] = [];
    const call = batchCalls<number, number>({
      most: 3,
      run: async (calls) => {
        batches.push([...calls]);
        return calls.map((value) => value * 10);
      },
    });
    expect(await Promise.all([1, 2, 3, 4].map(call))).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('fail together, and the next ones are answered', async () => {
    const call = batchCalls<number, number>({
      most: 2,
      run: async (calls) => {
        if (calls.includes(0)) throw new Error('no');
        return calls;
      },
    });
    const failed = await Promise.allSettled([call(0), call(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await call(5)).toBe(5);
  });
});
