/** Scores the stored predictions of a run folder. Orders and repeats are scored separately and averaged (CommonGen, section 4). */
import { join } from 'node:path';
import {
  type Benchmark,
  InputError,
  type Item,
  type Measured,
  type PredictedText,
  type Scorer,
  type Scores,
} from '@sensebench/metrics/internal/core';
import { type BootstrapOptions, resamplingSignature, scoredIntervals, unitsOfItems } from '@sensebench/metrics/internal/metrics';
import { EVIDENCE_FILE, type RunScores, readPredictions, writeJson, writeJsonl } from '../../files/index.ts';

export interface ScoreRunOptions {
  benchmark: Benchmark;
  /** The items of the run, in the order of the dataset. */
  items: readonly Item[];
  scorer: Scorer;
  intervals?: BootstrapOptions;
  signal?: AbortSignal;
}

export async function scoreRun(folder: string, options: ScoreRunOptions): Promise<RunScores> {
  const { scores, measured, answered } = await measureRun(folder, options);
  await writeJsonl(join(folder, EVIDENCE_FILE), evidenceOf(answered, measured[0]));
  await writeJson(join(folder, 'scores.json'), scores);
  return scores;
}

/** Evidence of the metrics for each item, for the report. */
function* evidenceOf(items: readonly Item[], measured: readonly Measured[]): Generator<Record<string, unknown>> {
  for (const [i, { id }] of items.entries()) {
    const found = measured.flatMap(({ metric, stats, context }) =>
      metric.evidence ? [[metric.name, metric.evidence(stats[i], context)] as const] : [],
    );
    if (found.length > 0) yield { id, ...Object.fromEntries(found) };
  }
}

export interface MeasuredRun {
  scores: RunScores;
  /** Items with an answer in every set, in the order of the dataset. */
  answered: readonly Item[];
  /** The statistics of every metric, for each order and repeat. */
  measured: readonly (readonly Measured[])[];
}

export async function measureRun(folder: string, { benchmark, items, scorer, intervals, signal }: ScoreRunOptions): Promise<MeasuredRun> {
  const sets = await predictionSets(folder);
  const answered = items.filter(({ id }) => [...sets.values()].every((set) => set.has(id)));
  if (sets.size === 0 || answered.length === 0) throw new InputError('has no predictions of these items', { file: folder });
  const scored: { scores: Scores; measured: readonly Measured[] }[] = [];
  for (const key of [...sets.keys()].sort()) {
    const set = sets.get(key) ?? new Map<string, PredictedText>();
    scored.push(
      await scorer.measure({
        items: answered,
        predictions: answered.map(({ id }) => set.get(id) ?? ''),
        benchmark,
        intervals: sets.size === 1 ? intervals : undefined,
        signal,
      }),
    );
  }
  const scores = average(scored.map((each) => each.scores));
  const ranges =
    intervals && scored.length > 1
      ? await intervalsOver(
          scored.map(({ measured }) => measured),
          { ...intervals, items: answered, benchmark, signal },
        )
      : undefined;
  if (ranges) for (const output of Object.keys(ranges.intervals)) scores.signatures[output] += resamplingSignature(ranges.resampling);
  return {
    scores: {
      ...scores,
      ...ranges,
      ...(answered.length < items.length ? { incomplete: { answered: answered.length, of: items.length } } : {}),
    },
    answered,
    measured: scored.map(({ measured }) => measured),
  };
}

/** Intervals of the means over orders and repeats. Items are resampled with all their answers. */
function intervalsOver(
  sets: readonly (readonly Measured[])[],
  { items, benchmark, ...options }: BootstrapOptions & { items: readonly Item[]; benchmark: Benchmark; signal?: AbortSignal },
) {
  const places = Array.from(items.keys());
  const scored = Array.from(sets[0].keys(), (m) => {
    const own = itemUnits(
      sets.map((measured) => measured[m]),
      places,
    );
    return { outputs: own.outputs, stats: own.units, score: own.score as (units: readonly unknown[]) => Record<string, number | null> };
  });
  return scoredIntervals(scored, { ...options, ...unitsOfItems(items, benchmark), items: items.length });
}

/** Predictions by item, with a map for each repeat and order. */
async function predictionSets(folder: string): Promise<Map<string, Map<string, PredictedText>>> {
  const sets = new Map<string, Map<string, PredictedText>>();
  for await (const { id, repeat, order, prediction, sentences } of readPredictions(folder)) {
    const key = `${repeat}/${order}`;
    const set = sets.get(key) ?? new Map<string, PredictedText>();
    if (set.has(id)) throw new InputError(`two predictions for item "${id}"`, { file: join(folder, 'predictions.jsonl') });
    set.set(id, sentences ?? prediction);
    sets.set(key, set);
  }
  return sets;
}

/** The mean of every number. An output that is undefined in one set is undefined. */
function average(scored: readonly Scores[]): RunScores {
  const [first] = scored;
  if (scored.length === 1) return first;
  const means = (pick: (scores: Scores) => Record<string, number | null>) =>
    Object.fromEntries(Object.keys(pick(first)).map((output) => [output, mean(scored.map((scores) => pick(scores)[output]))]));
  return {
    ...first,
    corpus: means(({ corpus }) => corpus),
    breakdowns:
      first.breakdowns &&
      mapValues(first.breakdowns, (groups, name) =>
        mapValues(groups, (group, key) => ({ ...group, corpus: means(({ breakdowns }) => breakdowns?.[name][key].corpus ?? {}) })),
      ),
    perItem: first.perItem.map((row, i) => ({
      ...Object.fromEntries(
        Object.keys(row)
          .filter((key) => key !== 'id')
          .map((key) => [key, mean(scored.map(({ perItem }) => perItem[i][key] as number | null))]),
      ),
      id: row.id,
    })),
    spread: Object.fromEntries(
      Object.keys(first.corpus).flatMap((output): [string, [number, number]][] => {
        const values = scored.map(({ corpus }) => corpus[output]);
        return values.every((value) => value !== null) ? [[output, [Math.min(...values), Math.max(...values)]]] : [];
      }),
    ),
  };
}

function mean(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum / values.length;
}

function mapValues<V, W>(record: Record<string, V>, change: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** The statistics of one item, for each order and repeat. */
type Unit = readonly unknown[];

/** Scores any selection of items of a run, each order and repeat separately, then averaged (CommonGen, section 4). */
export interface ItemUnits {
  outputs: readonly string[];
  units: Unit[];
  score(units: readonly Unit[]): Record<string, number | null>;
}

/** `sets` is one metric measured on every order and repeat; `places` are the indexes of the items. */
export function itemUnits(sets: readonly Measured[], places: readonly number[]): ItemUnits {
  const [{ metric, outputs }] = sets;
  return {
    outputs,
    units: places.map((place) => sets.map(({ stats }) => stats[place])),
    score: (units) =>
      meanScores(
        sets.map(({ context }, set) =>
          metric.score(
            units.map((unit) => unit[set]),
            context,
          ),
        ),
      ),
  };
}

/** A score that is undefined in one of the sets is undefined. */
function meanScores(scores: readonly Record<string, number | null>[]): Record<string, number | null> {
  return Object.fromEntries(
    Object.keys(scores[0]).map((output) => {
      const values = scores.map((each) => each[output]).filter((value) => value !== null);
      return [output, values.length === scores.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null];
    }),
  );
}
