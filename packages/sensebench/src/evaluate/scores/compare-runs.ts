/** Compares every pair of systems: differences with intervals, paired tests, Holm over the headline score, won and lost items. */
import {
  type Benchmark,
  InputError,
  type Item,
  inTurns,
  type Measured,
  type Metric,
  type Scorer,
  unknownName,
} from '@sensebench/metrics/internal/core';
import {
  comparePair,
  holm,
  type Influence,
  influenceRounds,
  type PairedDifference,
  type PairedOptions,
  type PairedResampling,
  pairedResampling,
  printedAs,
  RESAMPLES,
  separateUnits,
  unitsOfItems,
} from '@sensebench/metrics/internal/metrics';
import type { EvaluatedRun } from '../../files/index.ts';
import { type ItemUnits, itemUnits, type MeasuredRun, measureRun } from './score-run.ts';

export interface ComparedRun extends MeasuredRun {
  name: string;
}

export interface CompareOptions extends PairedOptions {
  /** The headline score, to which Holm's correction and won items refer. Default: the first one. */
  by?: string;
  /** Compare the others with this run only. */
  baseline?: string;
  /** The benchmark's `units` and `unit`, which several items may share. */
  units?(item: Item): readonly string[];
  /** Stops the tests. */
  signal?: AbortSignal;
}

export interface PairedScore extends PairedDifference {
  /** Present for the headline score only; the other scores are exploratory. */
  pHolm?: number | null;
  wins: number;
  losses: number;
  ties: number;
}

export interface ComparedPair {
  a: string;
  b: string;
  metrics: Record<string, PairedScore>;
  /** Items on which a is better, worse, or neither by the headline score. An undefined score is neither. */
  wins: string[];
  losses: string[];
  ties: number;
}

export interface RunComparison {
  items: number;
  runs: string[];
  /** The headline score. */
  by: string;
  /** Corpus scores over the items that all runs answered. */
  corpus: Record<string, Record<string, number | null>>;
  /** Every two runs in order, or every other run with the baseline. */
  pairs: ComparedPair[];
  resampling: PairedResampling;
  /** The share of items whose headline score differs between orders or repeats, by run; only for runs with several. */
  flips?: Record<string, number>;
}

/** Its statistics number the n-grams of one system's outputs, so that outputs of two systems cannot be exchanged. */
const UNPAIRED: ReadonlySet<string> = new Set(['diversity']);

interface PreparedRun {
  run: ComparedRun;
  /** By metric. */
  metrics: (ItemUnits & { influence: Record<string, Influence | null> })[];
}

export async function compareRuns(runs: readonly ComparedRun[], options: CompareOptions = {}): Promise<RunComparison> {
  const { seed = 17, by, baseline, signal } = options;
  const [first, ...others] = runs;
  if (!first || others.length === 0) throw new InputError('a comparison takes two runs or more');
  const items = commonItems(runs);
  const metrics = first.measured[0].map(({ metric }) => metric.name);
  const outputs = first.measured[0].flatMap((measured) => measured.outputs);
  const headline = by ?? outputs[0];
  if (!outputs.includes(headline)) throw unknownName('score', headline, outputs);
  const sets = Math.min(...runs.map(({ measured }) => measured.length));
  const prepared: PreparedRun[] = [];
  for (const run of runs) prepared.push(await prepare(run, { items, metrics, sets, seed, signal }));

  const couples = couplesOf(prepared, baseline);
  const { units = separateUnits(items.length), unit } = unitsOfItems(items, options);
  const resampling = pairedResampling(units, { ...options, unit, seed, tests: couples.length });
  const pairs: ComparedPair[] = [];
  for (const [a, b] of couples) {
    const scores: Record<string, PairedScore> = {};
    for (const [m, name] of metrics.entries()) {
      const own = a.metrics[m].outputs.includes(headline)
        ? resampling
        : { ...resampling, resamples: Math.min(resampling.resamples, RESAMPLES) };
      const [x, y] = [a, b].map(({ metrics }) => ({ ...metrics[m], stats: metrics[m].units }));
      const found = await comparePair(x, y, { units, resampling: own, exchangeable: !UNPAIRED.has(name), signal });
      for (const [output, paired] of Object.entries(found)) {
        const { wins, losses, ties } = countWins(a.run, b.run, { items, output });
        scores[output] = { ...paired, wins: wins.length, losses: losses.length, ties };
      }
    }
    pairs.push({ a: a.run.name, b: b.run.name, metrics: scores, ...countWins(a.run, b.run, { items, output: headline }) });
  }
  for (const [i, p] of holm(pairs.map((pair) => pair.metrics[headline].p)).entries()) pairs[i].metrics[headline].pHolm = p;
  const values = prepared.map((run) => Object.assign({}, ...run.metrics.map(({ units: own, score }) => score(own))));
  const flips = prepared
    .filter(({ run }) => run.measured.length > 1)
    .map(({ run }) => [run.name, shareOfFlips(run, { items, output: headline })]);
  return {
    items: items.length,
    runs: runs.map(({ name }) => name),
    by: headline,
    corpus: Object.fromEntries(
      outputs.map((output) => [output, Object.fromEntries(runs.map(({ name }, i) => [name, values[i][output] ?? null]))]),
    ),
    pairs,
    resampling,
    ...(flips.length > 0 ? { flips: Object.fromEntries(flips) } : {}),
  };
}

function commonItems(runs: readonly ComparedRun[]): Item[] {
  const answered = runs.map((run) => new Set(run.answered.map(({ id }) => id)));
  const items = runs[0].answered.filter(({ id }) => answered.every((set) => set.has(id)));
  if (items.length === 0) throw new InputError('these runs have no item in common');
  return items;
}

function couplesOf(runs: readonly PreparedRun[], baseline?: string): [PreparedRun, PreparedRun][] {
  if (baseline === undefined) return runs.flatMap((a, i) => runs.slice(i + 1).map((b): [PreparedRun, PreparedRun] => [a, b]));
  const base = runs.find(({ run }) => run.name === baseline);
  if (!base)
    throw unknownName(
      'run',
      baseline,
      runs.map(({ run }) => run.name),
    );
  return runs.filter((run) => run !== base).map((run) => [run, base]);
}

interface Preparing {
  items: readonly Item[];
  metrics: readonly string[];
  sets: number;
  seed: number;
  signal?: AbortSignal;
}

async function prepare(run: ComparedRun, { items, metrics, sets, seed, signal }: Preparing): Promise<PreparedRun> {
  const place = new Map(run.answered.map(({ id }, i) => [id, i]));
  const places = items.map(({ id }) => place.get(id) ?? 0);
  const found: PreparedRun['metrics'] = [];
  for (const [m, name] of metrics.entries()) {
    const own = run.measured.slice(0, sets).map((measured) => measured[m]);
    if (own.some(({ metric }) => metric.name !== name)) throw new InputError(`${run.name} was measured with other metrics`);
    const units = itemUnits(own, places);
    const influence = UNPAIRED.has(name) ? {} : await inTurns(influenceRounds(units.units, units.score, { seed }), signal);
    found.push({ ...units, influence });
  }
  return { run, metrics: found };
}

function countWins(first: ComparedRun, second: ComparedRun, { items, output }: { items: readonly Item[]; output: string }) {
  const [a, b] = [first, second].map(({ scores }) => new Map(scores.perItem.map((row) => [row.id, row[output]])));
  const { lowerIsBetter } = printedAs(output);
  const wins: string[] = [];
  const losses: string[] = [];
  for (const { id } of items) {
    const [x, y] = [a.get(id), b.get(id)];
    if (typeof x !== 'number' || typeof y !== 'number' || x === y) continue;
    (x > y !== lowerIsBetter ? wins : losses).push(id);
  }
  return { wins, losses, ties: items.length - wins.length - losses.length };
}

/** An item flips if its score differs between orders or repeats. */
function shareOfFlips({ answered, measured }: ComparedRun, { items, output }: { items: readonly Item[]; output: string }): number {
  const place = new Map(answered.map(({ id }, i) => [id, i]));
  const sets = measured.map((set) => set.find(({ outputs }) => outputs.includes(output)));
  const flipped = items.filter(({ id }) => {
    const scores = sets.map((own) => own?.metric.score([own.stats[place.get(id) ?? 0]], own.context)[output] ?? null);
    return scores.some((score) => score !== scores[0]);
  });
  return flipped.length / items.length;
}

interface HeadlineOptions {
  benchmark: Benchmark;
  items: readonly Item[];
  /** The headline score. */
  output: string;
  /** Makes a scorer of this score alone. */
  scorer(outputs: readonly string[]): Scorer;
  seed?: number;
  signal?: AbortSignal;
}

/** Compares the headline score of runs for a report, from the stored item scores if it is their mean. Null for one run, or without common items. */
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
    // Uses item scores of all runs or of none, so that both sides of a test are computed in the same way.
    const own = stored.every((each) => each !== null) ? stored[i] : null;
    compared.push(own ?? { ...(await measureRun(folder, { benchmark, items, scorer: scorer([output]), signal })), name: run.name });
  }
  return compareRuns(compared, { by: output, units: benchmark.units, unit: benchmark.unit, seed, signal });
}

/** A run whose statistics are its item scores; null if the score is not their mean. */
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
