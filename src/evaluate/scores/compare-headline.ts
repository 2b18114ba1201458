/** The headline score of runs compared in pairs, for a report: from the stored item scores where it is their mean, else measured again. */
import type { Benchmark, Item, Measured, Metric, Scorer } from '../../core/index.ts';
import { type ComparedRun, compareRuns, type RunComparison } from './compare-runs.ts';
import type { EvaluatedRun } from './read-run.ts';
import { measureRun } from './score-run.ts';

export interface HeadlineOptions {
  benchmark: Benchmark;
  items: readonly Item[];
  /** The headline score. */
  output: string;
  /** Makes a scorer of this score alone. */
  scorer(outputs: readonly string[]): Scorer;
  seed?: number;
  signal?: AbortSignal;
}

/** Null where nothing can be compared: one run, or no item that all runs answered. */
export async function compareHeadline(
  runs: readonly { folder: string; run: EvaluatedRun }[],
  { benchmark, items, output, scorer, seed, signal }: HeadlineOptions,
): Promise<RunComparison | null> {
  if (runs.length < 2 || runs.some(({ run }) => typeof run.scores.corpus[output] !== 'number')) return null;
  const [first, ...others] = runs.map(({ run }) => new Set(run.scores.perItem.map(({ id }) => id)));
  if (![...first].some((id) => others.every((ids) => ids.has(id)))) return null;
  const stored = runs.map(({ run }) => storedRun(run, items, output));
  const compared: ComparedRun[] = [];
  for (const [i, { folder, run }] of runs.entries()) {
    // Item scores of all runs, or of none: both sides of a test are made in one way.
    const own = stored.every((each) => each !== null) ? stored[i] : null;
    compared.push(own ?? { ...(await measureRun(folder, { benchmark, items, scorer: scorer([output]), signal })), name: run.name });
  }
  return compareRuns(compared, { by: output, units: benchmark.units, unit: benchmark.unit, seed, signal });
}

/** A run whose statistics are its item scores; null where the score is not their mean. */
export function storedRun({ name, scores }: EvaluatedRun, items: readonly Item[], output: string): ComparedRun | null {
  const values = new Map(scores.perItem.map((row) => [row.id, row[output]]));
  const answered = items.filter(({ id }) => values.has(id));
  const stats = answered.map(({ id }) => {
    const value = values.get(id);
    return typeof value === 'number' ? value : null;
  });
  const [mean, corpus] = [meanOf(stats), scores.corpus[output]];
  if (mean === null || typeof corpus !== 'number' || Math.abs(mean - corpus) > 1e-9) return null;
  const metric: Metric<number | null> = {
    name: output,
    outputs: [output],
    summary: '',
    signature: () => '',
    segment: () => null,
    score: (own) => ({ [output]: meanOf(own) }),
  };
  const measured: Measured = { metric: metric as Metric, outputs: [output], context: undefined, stats };
  return { name, scores, answered, measured: [[measured]] };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length > 0 ? defined.reduce((sum, value) => sum + value, 0) / defined.length : null;
}
