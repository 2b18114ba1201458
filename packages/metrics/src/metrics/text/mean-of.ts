/** The arithmetic mean; null of nothing. Undefined values are left out. */
export function meanOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : null;
}
