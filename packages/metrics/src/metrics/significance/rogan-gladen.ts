/** A rate from an imperfect test (Rogan and Gladen 1978), with the interval of Lang and Reiczigel (2014). */
import { quantileT } from './student-t.ts';

export interface TestedRate {
  /** The number of yes answers of the judge, and of items. */
  yes: number;
  items: number;
  /** Items with a known true label: correct answers of the judge and total, by true label. */
  sensitivity: { right: number; items: number };
  specificity: { right: number; items: number };
}

/** null if one of the true labels does not occur, or if the judge is no better than chance. */
export function roganGladen(
  { yes, items, sensitivity, specificity }: TestedRate,
  { level = 0.95 } = {},
): { value: number; interval: [number, number] } | null {
  if (items === 0 || sensitivity.items === 0 || specificity.items === 0) return null;
  const plain = sensitivity.right / sensitivity.items + specificity.right / specificity.items - 1;
  const z = quantileT((1 + level) / 2, Number.POSITIVE_INFINITY);
  // All rates below are shrunk slightly away from 0 and 1, after Agresti and Coull (1998).
  const [n, n1, n0] = [items + z ** 2, sensitivity.items + 2, specificity.items + 2];
  const [q, se, sp] = [(yes + z ** 2 / 2) / n, (sensitivity.right + 1) / n1, (specificity.right + 1) / n0];
  const gain = se + sp - 1;
  if (plain <= 0 || gain <= 0) return null;
  const p = (q + sp - 1) / gain;
  const shift = 2 * z ** 2 * ((p * se * (1 - se)) / n1 - ((1 - p) * sp * (1 - sp)) / n0);
  const error = Math.sqrt((q * (1 - q)) / n + (p ** 2 * se * (1 - se)) / n1 + ((1 - p) ** 2 * sp * (1 - sp)) / n0) / gain;
  const value = (yes / items + specificity.right / specificity.items - 1) / plain;
  const clip = (rate: number) => Math.min(1, Math.max(0, rate));
  return { value: clip(value), interval: [clip(p + shift - z * error), clip(p + shift + z * error)] };
}
