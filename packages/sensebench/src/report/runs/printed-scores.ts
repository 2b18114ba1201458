/** Scores as they are printed: shares ×100 as in the papers, others as their metric says (CIDEr ×10, lengths as they are). */
import type { Benchmark, Value } from '@sensebench/metrics/internal/core';
import { printedAs, printedScore, scoreLabel } from '@sensebench/metrics/internal/metrics';

export { printedScore, scoreLabel };

/** The format of a table column; `own` are the benchmark's metrics, here and below. */
export function formatOf(output: string, own?: Benchmark['ownMetrics']): (value: Value) => string {
  return (value) => (typeof value === 'number' ? printedScore(output, value, own) : String(value));
}

/** The line under a table: "×100; CIDEr ×10; Tokens per output unscaled". */
export function scaleNote(outputs: readonly string[], own?: Benchmark['ownMetrics']): string {
  const byScale = new Map<number, string[]>();
  for (const output of outputs) {
    const { scale } = printedAs(output, own);
    byScale.set(scale, [...(byScale.get(scale) ?? []), scoreLabel(output, own)]);
  }
  const notes = Array.from(byScale, ([scale, names]) => {
    if (scale === 100) return '×100';
    return `${names.join(', ')} ${scale === 1 ? 'unscaled' : `×${scale}`}`;
  });
  return notes.sort((a, b) => Number(b === '×100') - Number(a === '×100')).join('; ');
}
