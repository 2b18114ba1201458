/** What was computed from the answers of a study, kept while they stay the same; who asks meanwhile waits for the same work. */

export interface Computed {
  /** Settles when another version under this key, which is being made, is done; null where none is. */
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
      // A key is always asked for with one kind of value.
      if (current?.version === version) {
        // At the end again: what is used often stays.
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
