/** Pearson's correlation coefficient r of two equally long series. */

/** null with fewer than two pairs or where one series is constant. */
export function pearson(first: readonly number[], second: readonly number[]): number | null {
  if (first.length !== second.length) throw new RangeError(`two series of ${first.length} and ${second.length} values`);
  const n = first.length;
  if (n < 2 || isConstant(first) || isConstant(second)) return null;
  const meanFirst = first.reduce((sum, value) => sum + value, 0) / n;
  const meanSecond = second.reduce((sum, value) => sum + value, 0) / n;
  let product = 0;
  let squaresFirst = 0;
  let squaresSecond = 0;
  for (let i = 0; i < n; i++) {
    const a = first[i] - meanFirst;
    const b = second[i] - meanSecond;
    product += a * b;
    squaresFirst += a * a;
    squaresSecond += b * b;
  }
  const norm = Math.sqrt(squaresFirst) * Math.sqrt(squaresSecond);
  return norm > 0 ? Math.max(-1, Math.min(1, product / norm)) : null;
}

/** Compared value by value: the mean of a constant series may differ from it by rounding. */
function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
