/** Simulated scores of items that share units: how often 95% intervals hold the truth, and how often a test rejects what is true. */
import { createRandom, type Random } from '../src/core/index.ts';
import { robustError, robustInterval, robustP } from '../src/metrics/significance/robust-error.ts';
import { shareUnits } from '../src/metrics/significance/shared-units.ts';

export interface Simulation {
  /** Share of the variance that comes from the units. */
  share: number;
  /** Two systems on the same items, whose true difference is 0; without it one system whose true score is 0. */
  difference?: boolean;
  draws?: number;
}

export function simulateCoverage(
  units: readonly (readonly string[])[],
  { share, difference = false, draws = 1000 }: Simulation,
): { coverage: number; rejected: number } {
  const structure = shareUnits(units);
  const numbers = new Map([...new Set(units.flat())].map((unit, i) => [unit, i]));
  const places = units.map((own) => own.map((unit) => numbers.get(unit) ?? 0));
  const normal = normals(createRandom(`${share}/${difference}/${units.length}`));
  const scores = () => drawScores(places, { units: numbers.size, share, normal });
  let [covered, rejected] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const values = scores();
    if (difference) {
      const other = scores();
      for (let i = 0; i < values.length; i++) values[i] -= other[i];
    }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const error = robustError({ ofItems: values.map((value) => (value - mean) / values.length) }, structure);
    if (!error) throw new Error('one unit covers everything');
    const { low, high } = robustInterval(mean, error, { level: 0.95 });
    if (low <= 0 && high >= 0) covered++;
    if (robustP(mean, error) <= 0.05) rejected++;
  }
  return { coverage: covered / draws, rejected: rejected / draws };
}

function drawScores(
  places: readonly (readonly number[])[],
  { units, share, normal }: { units: number; share: number; normal(): number },
): Float64Array {
  const effects = new Float64Array(units);
  for (let i = 0; i < units; i++) effects[i] = normal();
  const scores = new Float64Array(places.length);
  for (let i = 0; i < scores.length; i++) {
    const own = places[i];
    let common = 0;
    for (const place of own) common += effects[place];
    scores[i] = common * Math.sqrt(share / own.length) + normal() * Math.sqrt(1 - share);
  }
  return scores;
}

/** Standard normal numbers (Box and Muller 1958), drawn from a list of many: a test needs ten million in a second. */
function normals(random: Random): () => number {
  const list = Float64Array.from(
    { length: 1 << 16 },
    () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
  // The truth is exactly 0.
  const centre = list.reduce((sum, own) => sum + own, 0) / list.length;
  for (let i = 0; i < list.length; i++) list[i] -= centre;
  let state = random.below(1 << 30);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return list[state >>> 16];
  };
}
