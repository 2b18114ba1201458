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
  const logFactorials = logFactorialsTo(total);
  const choose = (n: number, k: number) => logFactorials[n] - logFactorials[k] - logFactorials[n - k];
  const all = choose(total, row);
  const logProbability = (x: number) => choose(column, x) + choose(total - column, row - x) - all;
  const limit = logProbability(a) + TOLERANCE;
  let p = 0;
  for (let x = Math.max(0, row + column - total); x <= Math.min(row, column); x++) {
    const log = logProbability(x);
    if (log <= limit) p += Math.exp(log);
  }
  return Math.min(1, p);
}

/** Grown when a larger table comes: thousands of words are tested against the same totals. */
let known = new Float64Array([0]);

function logFactorialsTo(most: number): Float64Array {
  if (known.length > most) return known;
  const grown = new Float64Array(most + 1);
  grown.set(known);
  for (let n = known.length; n <= most; n++) grown[n] = grown[n - 1] + Math.log(n);
  known = grown;
  return known;
}
