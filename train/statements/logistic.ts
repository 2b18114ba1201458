/** Logistic regression with a Gaussian prior, by Newton-like steps on each weight in turn (as in Genkin, Lewis and Madigan, 2007). */
export interface Example {
  features: ReadonlyMap<string, number>;
  good: boolean;
  /** How much it counts; 1 by default. */
  weight?: number;
}

export interface LogisticOptions {
  /** Strength of the prior on every weight but the bias. */
  penalty?: number;
  rounds?: number;
}

export function trainLogistic(examples: readonly Example[], { penalty = 1, rounds = 60 }: LogisticOptions = {}): Map<string, number> {
  const columns = new Map<string, { row: number; value: number }[]>();
  for (const [row, { features }] of examples.entries())
    for (const [name, value] of features) {
      const column = columns.get(name);
      if (column) column.push({ row, value });
      else columns.set(name, [{ row, value }]);
    }
  const weights = new Map([...columns.keys()].map((name) => [name, 0]));
  const sums = new Float64Array(examples.length);
  for (let round = 0; round < rounds; round++) {
    let largest = 0;
    for (const [name, column] of columns) {
      const weight = weights.get(name) ?? 0;
      const prior = name === 'bias' ? 1e-6 : penalty;
      let gradient = -prior * weight;
      let curvature = prior;
      for (const { row, value } of column) {
        const p = 1 / (1 + Math.exp(-sums[row]));
        const { good, weight: counts = 1 } = examples[row];
        gradient += counts * (Number(good) - p) * value;
        curvature += counts * Math.max(0.02, p * (1 - p)) * value * value;
      }
      const step = gradient / curvature;
      largest = Math.max(largest, Math.abs(step));
      weights.set(name, weight + step);
      for (const { row, value } of column) sums[row] += step * value;
    }
    if (largest < 1e-4) break;
  }
  return weights;
}

export const scoreOf = (weights: ReadonlyMap<string, number>, features: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value;
  return sum;
};

/** The chance that a good one gets a higher score than a bad one; ties count half. */
export function areaUnderCurve(scored: readonly { score: number; good: boolean }[]): number {
  const good = scored.filter((one) => one.good);
  const bad = scored.filter((one) => !one.good);
  let wins = 0;
  for (const a of good) for (const b of bad) wins += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
  return wins / (good.length * bad.length);
}
