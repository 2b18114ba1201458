/** Williams' test (1959; Steiger 1980): do two metrics of the same outputs correlate differently with the same judgements? */
import { twoSidedP } from './student-t.ts';

export interface WilliamsTest {
  t: number;
  df: number;
  p: number;
}

export interface DependentCorrelations {
  /** Of the first and of the second metric with the judgements. */
  first: number;
  second: number;
  /** Of the metrics with each other. */
  between: number;
  count: number;
}

/** null with fewer than four outputs, or where the two metrics are the same. */
export function williamsTest({ first, second, between, count }: DependentCorrelations): WilliamsTest | null {
  const df = count - 3;
  if (df < 1 || 1 - between < 1e-12) return null;
  const determinant = 1 - first ** 2 - second ** 2 - between ** 2 + 2 * first * second * between;
  const mean = (first + second) / 2;
  const spread = 2 * ((count - 1) / df) * Math.max(0, determinant) + mean ** 2 * (1 - between) ** 2 * (1 - between);
  if (spread <= 0) return null;
  const t = (first - second) * Math.sqrt(((count - 1) * (1 + between)) / spread);
  return { t, df, p: twoSidedP(t, df) };
}
