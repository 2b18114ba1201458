/** Fisher's exact test (Fisher 1922) of a two by two table, two-sided as R and scipy have it: tables as unlikely as this one, or more. */

export interface TwoByTwo {
  /** With the feature: of the class, and not. */
  a: number;
  b: number;
  /** Without the feature: of the class, and not. */
  c: number;
  d: number;
}

/** Tables are as likely as each other if their probabilities differ by less, as in scipy. */
const TOLERANCE = 1e-7;

export function fisherExact({ a, b, c, d }: TwoByTwo): number {
  const [row, column, total] = [a + b, a + c, a + b + c + d];
  const [first, last] = [Math.max(0, row + column - total), Math.min(row, column)];
  // Logarithms of the hypergeometric probabilities up to a constant, each from the one before.
  const logs = [0];
  for (let x = first; x < last; x++) {
    logs.push(logs[x - first] + Math.log(((row - x) * (column - x)) / ((x + 1) * (total - row - column + x + 1))));
  }
  const most = logs.reduce((largest, log) => Math.max(largest, log), 0);
  const limit = logs[a - first] + TOLERANCE;
  let all = 0;
  let extreme = 0;
  for (const log of logs) {
    const weight = Math.exp(log - most);
    all += weight;
    if (log <= limit) extreme += weight;
  }
  return extreme / all;
}
