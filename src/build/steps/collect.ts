/** Collects the pieces that a runner gives, for results that fit into memory. */

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** The vectors of several shards in one array. */
export async function collectVectors(parts: AsyncIterable<Float32Array>): Promise<Float32Array> {
  const all = await collect(parts);
  const joined = new Float32Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
