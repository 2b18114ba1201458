import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './limits.ts';

describe('a rate limiter', () => {
  it('lets a burst through, then so many a second', () => {
    let time = 0;
    const limiter = createRateLimiter({ burst: 3, perSecond: 2, clock: () => time });
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([true, true, true, false]);
    time = 500;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([true, false]);
    time = 60_000;
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([true, true, true, false]);
  });

  it('counts each key by itself and a dear request for more', () => {
    const limiter = createRateLimiter({ burst: 5, perSecond: 1, clock: () => 0 });
    expect(limiter.take('a', 4)).toBe(true);
    expect(limiter.take('a', 4)).toBe(false);
    expect(limiter.take('a', 1)).toBe(true);
    expect(limiter.take('b', 5)).toBe(true);
  });

  it('forgets the key that was not used for longest, so that its memory is bounded', () => {
    const limiter = createRateLimiter({ burst: 1, perSecond: 0, clock: () => 0, mostKeys: 2 });
    limiter.take('a');
    limiter.take('b');
    limiter.take('a');
    limiter.take('c');
    expect(limiter.take('a')).toBe(false);
    expect(limiter.take('b')).toBe(true);
  });
});
