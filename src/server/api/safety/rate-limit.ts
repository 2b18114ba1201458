/** Token buckets by key, in memory: so many requests at once, so many a second after that. Bounded: the longest unused key goes first. */

export interface RateLimit {
  /** Requests that may come at once. */
  burst: number;
  perSecond: number;
}

export interface RateLimiter {
  /** Takes `cost` of the key's budget; false where it is used up. */
  take(key: string, cost?: number): boolean;
}

export interface RateLimiterOptions extends RateLimit {
  /** Milliseconds of a clock that never jumps. */
  clock(): number;
  mostKeys?: number;
}

export function createRateLimiter({ burst, perSecond, clock, mostKeys = 10_000 }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key, cost = 1) {
      const now = clock();
      const known = buckets.get(key);
      const left = known ? Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond) : burst;
      const enough = left >= cost;
      // Set again at the end: the order of the map is the order of use.
      buckets.delete(key);
      buckets.set(key, { left: enough ? left - cost : left, at: now });
      if (buckets.size > mostKeys) {
        const [oldest] = buckets.keys();
        buckets.delete(oldest);
      }
      return enough;
    },
  };
}
