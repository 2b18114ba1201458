/** Scores as people read them: multiplied as the metric says, two decimals, as files and reports print them. */

export function printed(value: number | null | undefined, scale: number): string {
  return value === null || value === undefined ? '–' : (scale * value).toFixed(2);
}

export function printedInterval([low, high]: readonly [number, number], scale: number): string {
  return `${printed(low, scale)} to ${printed(high, scale)}`;
}

/** A change with its sign. */
export function printedChange(value: number, scale: number): string {
  const text = printed(Math.abs(value), scale);
  return Number(text) === 0 ? `±${text}` : `${value < 0 ? '−' : '+'}${text}`;
}

/** p-values below a thousandth are not told apart. */
export function printedP(p: number | null): string {
  return p === null ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** "1" or "1–3". */
export function printedRanks([best, worst]: readonly [number, number]): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}
