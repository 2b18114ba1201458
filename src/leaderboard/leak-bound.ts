/** How much any strategy can learn about yes/no labels from the feedback: the number of different answer sheets it could get, in bits. */

export interface LeakBound {
  /** log2 of the number of possible sequences of answers. */
  bits: number;
  /** Labels that can be known for certain, on average over labels that are coin tosses: no more than the bits, and than the labels. */
  labels: number;
  /** Highest expected share of labels guessed right, by the rate-distortion bound n (1 - h(a)) <= bits. */
  accuracy: number;
}

export interface LeakOptions {
  /** Public items. */
  items: number;
  /** Of each account. */
  submissions: number;
  /** Accounts that share what they learn; each has a Ladder of its own. */
  accounts?: number;
  /** As in the phases file: true is the parameter-free Ladder, a number its step, false plain scores. */
  ladder: boolean | number;
}

/**
 * With the Ladder an account's answer sheet is a choice of the submissions that have a score and of strictly rising values on the grid, the first
 * submission among them: the sum over j of C(k - 1, j - 1) C(V, j), where V is the number of values of the grid between 0 and 1. Without it each
 * of k answers is any of n + 1 values. Everything else that boards show follows from the answer sheets, and the bits of several accounts add up:
 * what one of them sends may depend on the answers to the others, but all of them together get one of the products of their answer sheets.
 */
export function leakBound({ items, submissions, ladder, accounts = 1 }: LeakOptions): LeakBound {
  const values = (typeof ladder === 'number' ? Math.floor(1 / ladder + 1e-9) : items) + 1;
  const bits = submissions < 1 ? 0 : accounts * (ladder === false ? submissions * Math.log2(items + 1) : ladderBits(submissions, values));
  return { bits, labels: Math.min(items, Math.floor(bits)), accuracy: highestAccuracy(Math.min(1, bits / items)) };
}

function ladderBits(submissions: number, values: number): number {
  let total = Number.NEGATIVE_INFINITY;
  for (let steps = 1; steps <= Math.min(submissions, values); steps++)
    total = addLogs(total, logChoose(submissions - 1, steps - 1) + logChoose(values, steps));
  return total / Math.LN2;
}

function addLogs(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}

/** A sum of logarithms is exact enough, and never overflows. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}

/** The share a >= 1/2 with 1 - h(a) = rate, by bisection. */
function highestAccuracy(rate: number): number {
  let [low, high] = [0.5, 1];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (1 - entropy(middle) < rate) low = middle;
    else high = middle;
  }
  return high;
}

function entropy(p: number): number {
  return p <= 0 || p >= 1 ? 0 : -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p));
}
