/** How many may be inside at once, in all and for one key; others wait for their turn, and too many of them are sent away. */

export interface GateLimits {
  most: number;
  mostPerKey: number;
  waiting: number;
}

export interface Gate {
  /** Comes back with how to leave; null where too many wait. */
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
