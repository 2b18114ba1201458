/** Are systems really different? Every pair: differences with intervals, paired tests, Holm over the headline score, won and lost items. */
import { InputError, type Item, inTurns, type Resampling } from '../../core/index.ts';
import { printedAs } from '../../metrics/index.ts';
import {
  detectable,
  differenceOf,
  FEW_ITEMS,
  holm,
  type Influence,
  influenceRounds,
  pairedBootstrapRounds,
  pairedPermutationRounds,
  robustError,
  robustInterval,
  robustP,
  type SharedUnits,
  separateUnits,
  unitsOfItems,
} from '../../metrics/significance/index.ts';
import { type ItemUnits, itemUnits } from './item-units.ts';
import type { MeasuredRun } from './score-run.ts';

export interface ComparedRun extends MeasuredRun {
  name: string;
}

export interface CompareOptions {
  /** Where items share nothing: exchange outputs at random (Noreen 1989), or draw items anew (Koehn 2004). Below 20 items all exchanges are tried. */
  test?: 'permutation' | 'bootstrap';
  /** Default: 1,000, and at least 100 for each headline test, so that Holm's correction can reject. */
  resamples?: number;
  seed?: number;
  /** The headline score: Holm's correction and won items are by it; default: the first one. */
  by?: string;
  /** Compare the others with this run only. */
  baseline?: string;
  /** What items share: a benchmark's `units` and `unit`. */
  units?(item: Item): readonly string[];
  unit?: string;
  /** Stops the tests. */
  signal?: AbortSignal;
}

export interface PairedScore {
  /** Score of a minus score of b. */
  difference: number | null;
  /** 95% */
  interval: [number, number] | null;
  p: number | null;
  /** Only of the headline score; the others are exploratory. */
  pHolm?: number | null;
  /** The smallest true difference that a test of these items shows with 80% power, at Holm's first step. */
  detectable: number | null;
  wins: number;
  losses: number;
  ties: number;
}

export interface ComparedPair {
  a: string;
  b: string;
  metrics: Record<string, PairedScore>;
  /** Items by the headline score: a is better, worse, or neither (an undefined score is neither). */
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
  /** Every two runs in their order, or every other run and the baseline. */
  pairs: ComparedPair[];
  /** How p was found. `tests`: headline tests that Holm's correction is over. `intervals`: how the differences' intervals were made. */
  resampling: Resampling & { tests: number; intervals: Resampling['method'] };
  /** Share of items whose headline score is not the same in all orders and repeats, by run; only of runs with several. */
  flips?: Record<string, number>;
}

/** Its statistics number the n-grams of one system's outputs: those of two systems cannot change places. */
const UNPAIRED: ReadonlySet<string> = new Set(['diversity']);

const RESAMPLES = 1000;
/** For each headline test: Holm's smallest value is then 0.01. */
const RESAMPLES_PER_TEST = 100;

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
  if (!outputs.includes(headline)) throw new InputError(`no score is called "${headline}"`, { expected: outputs.join(', ') });
  const sets = Math.min(...runs.map(({ measured }) => measured.length));
  const prepared: PreparedRun[] = [];
  for (const run of runs) prepared.push(await prepare(run, { items, metrics, sets, seed, signal }));

  const couples = couplesOf(prepared, baseline);
  const { units = separateUnits(items.length), unit } = unitsOfItems(items, options);
  const resampling = testResampling(units, { ...options, unit, seed, tests: couples.length });
  const pairs: ComparedPair[] = [];
  for (const [a, b] of couples) {
    const scores: Record<string, PairedScore> = {};
    for (const [m, name] of metrics.entries()) {
      const own = a.metrics[m].outputs.includes(headline)
        ? resampling
        : { ...resampling, resamples: Math.min(resampling.resamples, RESAMPLES) };
      const found = await comparePair(a.metrics[m], b.metrics[m], { name, units, resampling: own, signal });
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
  if (!base) throw new InputError(`no run is called "${baseline}"`, { expected: runs.map(({ run }) => run.name).join(', ') });
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

/** The test that suits these items, with enough resamples for so many headline tests. */
function testResampling(
  units: SharedUnits,
  { test = 'permutation', resamples, unit = 'unit', seed = 17, tests }: CompareOptions & { tests: number },
): RunComparison['resampling'] {
  if (units.shared) {
    const method = units.enough ? 'dyadic-robust' : 'none';
    return { unit, units: units.units, method, resamples: 0, seed, tests, intervals: method };
  }
  const alone = { unit: 'item', units: units.items, seed, tests };
  if (units.items < 2) return { ...alone, method: 'none', resamples: 0, intervals: 'none' };
  if (units.items < FEW_ITEMS) return { ...alone, method: 'exact-permutation', resamples: 2 ** units.items, intervals: 'jackknife' };
  const drawn = resamples ?? Math.max(RESAMPLES, RESAMPLES_PER_TEST * tests);
  return { ...alone, method: test, resamples: drawn, intervals: test === 'bootstrap' ? 'bootstrap' : 'jackknife' };
}

type Tested = Record<string, { difference: number; p: number; interval?: { low: number; high: number } } | null>;
type Difference = Pick<PairedScore, 'difference' | 'interval' | 'p' | 'detectable'>;

async function comparePair(
  a: PreparedRun['metrics'][number],
  b: PreparedRun['metrics'][number],
  { name, units, resampling, signal }: { name: string; units: SharedUnits; resampling: RunComparison['resampling']; signal?: AbortSignal },
): Promise<Record<string, Difference>> {
  const { method, resamples, seed, tests } = resampling;
  const [scoresA, scoresB] = [a.score(a.units), b.score(b.units)];
  const drawn =
    method === 'permutation' || method === 'exact-permutation'
      ? pairedPermutationRounds
      : method === 'bootstrap'
        ? pairedBootstrapRounds
        : null;
  const tested = drawn && !UNPAIRED.has(name) ? await inTurns<Tested>(drawn(a.units, b.units, a.score, { resamples, seed }), signal) : {};
  return Object.fromEntries(
    a.outputs.map((output): [string, Difference] => {
      const [x, y, u, v] = [scoresA[output] ?? null, scoresB[output] ?? null, a.influence[output], b.influence[output]];
      if (x === null || y === null) return [output, { difference: null, interval: null, p: null, detectable: null }];
      const difference = x - y;
      const error = u && v ? robustError(differenceOf(u, v), units) : null;
      const range = tested[output]?.interval ?? (error && robustInterval(difference, error, { level: 0.95 }));
      return [
        output,
        {
          difference,
          interval: range ? [range.low, range.high] : null,
          p: drawn ? (tested[output]?.p ?? null) : error && robustP(difference, error),
          detectable: error && detectable(error, { tests }),
        },
      ];
    }),
  );
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

/** An item flips if its score is not the same in all orders and repeats. */
function shareOfFlips({ answered, measured }: ComparedRun, { items, output }: { items: readonly Item[]; output: string }): number {
  const place = new Map(answered.map(({ id }, i) => [id, i]));
  const sets = measured.map((set) => set.find(({ outputs }) => outputs.includes(output)));
  const flipped = items.filter(({ id }) => {
    const scores = sets.map((own) => own?.metric.score([own.stats[place.get(id) ?? 0]], own.context)[output] ?? null);
    return scores.some((score) => score !== scores[0]);
  });
  return flipped.length / items.length;
}
