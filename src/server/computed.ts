/** What was computed from the answers of a study, kept while they stay the same; who asks meanwhile waits for the same work. */

export interface Computed {
  /** Settles when another version under this key, which is being made, is done; null where none is. */
  busy(key: string, version: string): Promise<void> | null;
  get<T>(key: string, version: string, make: () => Promise<T>): Promise<T>;
}

const MOST = 100;

export function createComputed(): Computed {
  const kept = new Map<string, { version: string; value: Promise<unknown>; done: boolean }>();
  return {
    busy(key, version) {
      const known = kept.get(key);
      if (!known || known.version === version || known.done) return null;
      return known.value.then(
        () => undefined,
        () => undefined,
      );
    },
    get<T>(key: string, version: string, make: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      // A key is always asked for with one kind of value.
      if (known?.version === version) {
        // At the end again: what is used often stays.
        kept.delete(key);
        kept.set(key, known);
        return known.value as Promise<T>;
      }
      const value = make();
      kept.delete(key);
      const entry = { version, value, done: false };
      kept.set(key, entry);
      value.then(
        () => {
          entry.done = true;
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      if (kept.size > MOST) {
        const [oldest] = kept.keys();
        kept.delete(oldest);
      }
      return value;
    },
  };
}
