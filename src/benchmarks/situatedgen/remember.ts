/** Keeps what a function gave last, in bounded memory: a small build reads each statement once and takes each keyword apart once. */

const REMEMBERED = 8192;

/** All is forgotten when there is too much. */
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
