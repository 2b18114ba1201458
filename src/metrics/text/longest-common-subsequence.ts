/** Length of the longest common subsequence of two texts, by the usual table of which one row is kept. */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const row = new Int32Array(b.length + 1);
  for (const word of a) {
    let corner = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j];
      row[j] = word === b[j - 1] ? corner + 1 : Math.max(above, row[j - 1]);
      corner = above;
    }
  }
  return row[b.length];
}
