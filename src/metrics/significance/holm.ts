/** Holm's step-down correction (Holm 1979) of several p-values: the chance of even one false finding stays below the level. */

/** Adjusted values in the order given; null stays null and counts as no test. */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const tests = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number | null>(pValues.length).fill(null);
  let largest = 0;
  for (const [place, { p, index }] of tests.entries()) {
    largest = Math.max(largest, Math.min(1, p * (tests.length - place)));
    adjusted[index] = largest;
  }
  return adjusted;
}
