/** A cache of computed values by key and version. Concurrent requests for one value share a single computation. */

export interface Computed {
  /** Resolves when a computation of another version of this key has finished; null if none is running. */
  busy(key: string, version: string): Promise<void> | null;
  get<T>(key: string, version: string, make: () => Promise<T>): Promise<T>;
}

const MOST = 100;

export function createComputed(): Computed {
  const entries = new Map<string, { version: string; value: Promise<unknown>; done: boolean }>();
  return {
    busy(key, version) {
      const entry = entries.get(key);
      if (!entry || entry.version === version || entry.done) return null;
      return entry.value.then(
        () => undefined,
        () => undefined,
      );
    },
    get<T>(key: string, version: string, make: () => Promise<T>): Promise<T> {
      const current = entries.get(key);
      // A key always stands for the same type of value.
      if (current?.version === version) {
        // Moved to the end, so that the least recently used entry is evicted first.
        entries.delete(key);
        entries.set(key, current);
        return current.value as Promise<T>;
      }
      const value = make();
      entries.delete(key);
      const entry = { version, value, done: false };
      entries.set(key, entry);
      value.then(
        () => {
          entry.done = true;
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      if (entries.size > MOST) {
        const [oldest] = entries.keys();
        entries.delete(oldest);
      }
      return value;
    },
  };
}
