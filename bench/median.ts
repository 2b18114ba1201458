/** The middle of several measurements: a busy moment moves it less than a mean. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
