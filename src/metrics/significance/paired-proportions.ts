/** The difference of two paired proportions: items that are right or wrong under either system (Bonett and Price 2012). */
import type { Interval } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import type { SharedUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

const NORMAL = Number.POSITIVE_INFINITY;

/** null where some item is neither right nor wrong, or where items share units. One item is added to those won and one to those lost. */
export function pairedProportions(
  first: Influence,
  second: Influence,
  units: SharedUnits,
  { level = 0.95 } = {},
): { p: number; interval: Interval } | null {
  if (units.shared) return null;
  const [a, b] = [rightOrWrong(first), rightOrWrong(second)];
  if (!a || !b) return null;
  let [won, lost] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    if (a[i] && !b[i]) won++;
    else if (b[i] && !a[i]) lost++;
  }
  const items = a.length + 2;
  const centre = (won - lost) / items;
  const error = Math.sqrt((won + lost + 2) / items - centre ** 2) / Math.sqrt(items);
  const reach = quantileT((1 + level) / 2, NORMAL) * error;
  return { p: twoSidedP(centre / error, NORMAL), interval: { low: Math.max(-1, centre - reach), high: Math.min(1, centre + reach) } };
}

function rightOrWrong({ value, mean, ofItems, without }: Influence): boolean[] | null {
  if (!mean || without.length > 0) return null;
  const answers: boolean[] = [];
  for (const own of ofItems) {
    const score = value + own * ofItems.length;
    const right = Math.abs(score - 1) < 1e-9;
    if (!right && Math.abs(score) > 1e-9) return null;
    answers.push(right);
  }
  return answers;
}
