/** Caches the results of a function in bounded memory, so that small builds read each statement and split each keyword once. */

const REMEMBERED = 8192;

/** The cache is emptied when it is full. */
export function remember<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
