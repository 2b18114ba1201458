/** What was computed from the answers of a study, kept while they stay the same; who asks meanwhile waits for the same work. */

export interface Computed {
  get<T>(key: string, version: string, make: () => Promise<T>): Promise<T>;
}

const MOST = 100;

export function createComputed(): Computed {
  const kept = new Map<string, { version: string; value: Promise<unknown> }>();
  return {
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
      kept.set(key, { version, value });
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key);
      });
      if (kept.size > MOST) {
        const [oldest] = kept.keys();
        kept.delete(oldest);
      }
      return value;
    },
  };
}
