/** Rate limits (token buckets by key, in memory) and a gate that bounds how many requests are handled at once. */

export interface RateLimit {
  /** Requests allowed at once. */
  burst: number;
  perSecond: number;
}

export interface RateLimiter {
  /** Takes `cost` from the key's budget; false if too little is left. */
  take(key: string, cost?: number): boolean;
}

export interface RateLimiterOptions extends RateLimit {
  /** A monotonic clock, in milliseconds. */
  clock(): number;
  mostKeys?: number;
}

export function createRateLimiter({ burst, perSecond, clock, mostKeys = 10_000 }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key, cost = 1) {
      const now = clock();
      const bucket = buckets.get(key);
      const left = bucket ? Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond) : burst;
      const enough = left >= cost;
      // Inserted again at the end, so that the map is ordered by last use.
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

export interface GateLimits {
  most: number;
  mostPerKey: number;
  waiting: number;
}

export interface Gate {
  /** Resolves to a function that leaves the gate again, or to null if too many callers are waiting. */
  enter(key: string): Promise<(() => void) | null>;
}

export function createGate({ most, mostPerKey, waiting: mostWaiting }: GateLimits): Gate {
  const inside = new Map<string, number>();
  const waiting: { key: string; open(leave: () => void): void }[] = [];
  let all = 0;
  const has = (key: string) => all < most && (inside.get(key) ?? 0) < mostPerKey;
  const take = (key: string) => {
    all++;
    inside.set(key, (inside.get(key) ?? 0) + 1);
    return () => leave(key);
  };
  const leave = (key: string) => {
    all--;
    const left = (inside.get(key) ?? 1) - 1;
    if (left > 0) inside.set(key, left);
    else inside.delete(key);
    const next = waiting.findIndex((each) => has(each.key));
    if (next < 0) return;
    const [entering] = waiting.splice(next, 1);
    entering.open(take(entering.key));
  };
  return {
    async enter(key) {
      if (has(key)) return take(key);
      if (waiting.length >= mostWaiting) return null;
      return new Promise((open) => waiting.push({ key, open }));
    },
  };
}
