/** Are two systems really different? Paired tests for every score, corrected after Holm, and the items that one wins or loses. */
import { InputError, type Item, inTurns } from '../../core/index.ts';
import { holm, pairedBootstrapRounds, pairedPermutationRounds } from '../../metrics/significance/index.ts';
import { type ItemUnits, itemUnits } from './item-units.ts';
import type { MeasuredRun } from './score-run.ts';

export interface ComparedRun extends MeasuredRun {
  name: string;
}

export interface CompareOptions {
  /** Exchange outputs at random (Noreen 1989), or draw items anew (Koehn 2004). */
  test?: 'permutation' | 'bootstrap';
  resamples?: number;
  seed?: number;
  /** The score by which wins and losses are counted; default: the first one. */
  by?: string;
  /** Stops the tests. */
  signal?: AbortSignal;
}

type PairedResults = Record<string, { difference: number; p: number } | null>;

interface PairedScore {
  /** First run minus second run. */
  difference: number | null;
  p: number | null;
  pHolm: number | null;
  wins: number;
  losses: number;
  ties: number;
}

export interface ComparedPair {
  first: string;
  second: string;
  metrics: Record<string, PairedScore>;
  /** Items by `by`: the first run is better, worse, or neither (an undefined score is neither). */
  wins: string[];
  losses: string[];
  ties: number;
}

export interface RunComparison {
  items: number;
  runs: string[];
  by: string;
  /** Corpus scores over the items that all runs answered. */
  corpus: Record<string, Record<string, number | null>>;
  /** The first run against each of the others. */
  pairs: ComparedPair[];
}

/** Its statistics number the n-grams of one system's outputs: those of two systems cannot change places. */
const UNPAIRED: ReadonlySet<string> = new Set(['diversity']);

export async function compareRuns(
  runs: readonly ComparedRun[],
  { test = 'permutation', resamples = 1000, seed = 17, by, signal }: CompareOptions = {},
): Promise<RunComparison> {
  const [first, ...others] = runs;
  if (!first || others.length === 0) throw new InputError('a comparison takes two runs or more');
  const ids = commonItems(runs);
  const metrics = first.measured[0].map(({ metric }) => metric.name);
  const outputs = first.measured[0].flatMap((measured) => measured.outputs);
  const headline = by ?? outputs[0];
  if (!outputs.includes(headline)) throw new InputError(`no score is called "${headline}"`, { expected: outputs.join(', ') });
  const sets = Math.min(...runs.map(({ measured }) => measured.length));
  const prepared = runs.map((run) => unitsOf(run, { ids, metrics, sets }));
  const values = prepared.map((units) => Object.assign({}, ...units.map(({ units: own, score }) => score(own))));

  const rounds = test === 'permutation' ? pairedPermutationRounds : pairedBootstrapRounds;
  const pairs: ComparedPair[] = [];
  for (const [i, other] of others.entries()) {
    const tests: Record<string, PairedScore> = {};
    for (const [m, { units, score, outputs: own }] of prepared[0].entries()) {
      const paired = UNPAIRED.has(metrics[m]) ? null : rounds(units, prepared[i + 1][m].units, score, { resamples, seed });
      const found = paired ? await inTurns<PairedResults>(paired, signal) : {};
      for (const output of own) {
        const { wins, losses, ties } = countWins(first, other, { ids, output });
        const { difference = null, p = null } = found[output] ?? {};
        tests[output] = { difference, p, pHolm: null, wins: wins.length, losses: losses.length, ties };
      }
    }
    pairs.push({ first: first.name, second: other.name, metrics: tests, ...countWins(first, other, { ids, output: headline }) });
  }
  correct(pairs);
  return {
    items: ids.length,
    runs: runs.map(({ name }) => name),
    by: headline,
    corpus: Object.fromEntries(
      outputs.map((output) => [output, Object.fromEntries(runs.map(({ name }, i) => [name, values[i][output] ?? null]))]),
    ),
    pairs,
  };
}

function commonItems(runs: readonly ComparedRun[]): string[] {
  const answered = runs.map((run) => new Set(run.answered.map(({ id }) => id)));
  const ids = runs[0].answered.map(({ id }: Item) => id).filter((id) => answered.every((set) => set.has(id)));
  if (ids.length === 0) throw new InputError('these runs have no item in common');
  return ids;
}

function unitsOf(
  run: ComparedRun,
  { ids, metrics, sets }: { ids: readonly string[]; metrics: readonly string[]; sets: number },
): ItemUnits[] {
  const place = new Map(run.answered.map(({ id }, i) => [id, i]));
  const places = ids.map((id) => place.get(id) ?? 0);
  return metrics.map((name, m) => {
    const own = run.measured.slice(0, sets).map((measured) => measured[m]);
    if (own.some(({ metric }) => metric.name !== name)) throw new InputError(`${run.name} was measured with other metrics`);
    return itemUnits(own, places);
  });
}

/** One family of tests: every score of every pair. */
function correct(pairs: readonly ComparedPair[]): void {
  const tests = pairs.flatMap(({ metrics }) => Object.values(metrics));
  for (const [i, p] of holm(tests.map(({ p: own }) => own)).entries()) tests[i].pHolm = p;
}

function countWins(first: ComparedRun, second: ComparedRun, { ids, output }: { ids: readonly string[]; output: string }) {
  const [a, b] = [first, second].map(({ scores }) => new Map(scores.perItem.map((row) => [row.id, row[output]])));
  const wins: string[] = [];
  const losses: string[] = [];
  for (const id of ids) {
    const [x, y] = [a.get(id), b.get(id)];
    if (typeof x !== 'number' || typeof y !== 'number' || x === y) continue;
    (x > y ? wins : losses).push(id);
  }
  return { wins, losses, ties: ids.length - wins.length - losses.length };
}
