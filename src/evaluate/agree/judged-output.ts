/** Outputs of systems with what people said of each: the material of `metrics agree`. */

export interface JudgedOutput {
  item: string;
  system: string;
  output: string;
  references: readonly string[];
  /** By annotator; higher is better. A place (1 is best) is stored as its negative. */
  said: ReadonlyMap<string, number>;
  /** The place on the page, from 1. */
  shown?: number;
}

/** The mean of what was said. */
export function meanSaid({ said }: Pick<JudgedOutput, 'said'>): number {
  let sum = 0;
  for (const value of said.values()) sum += value;
  return sum / said.size;
}

export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const own = groups.get(key);
    if (own) own.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
