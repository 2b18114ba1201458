/** Scores a run folder from its stored predictions. Orders and repeats are scored one by one and averaged (CommonGen, section 4). */
import { join } from 'node:path';
import {
  type Benchmark,
  InputError,
  type Item,
  inTurns,
  type Measured,
  type PredictedText,
  type Scorer,
  type Scores,
} from '../../core/index.ts';
import { readPredictions, writeJson, writeJsonl } from '../../files/index.ts';
import { type BootstrapOptions, bootstrapRounds } from '../../metrics/significance/index.ts';
import { itemUnits } from './item-units.ts';

/** The file of the metrics' evidence in a run folder. */
export const EVIDENCE_FILE = 'evidence.jsonl';

export interface ScoreRunOptions {
  benchmark: Benchmark;
  /** The items that the run is of, in the order of the dataset. */
  items: readonly Item[];
  scorer: Scorer;
  intervals?: BootstrapOptions;
  signal?: AbortSignal;
}

/** Fields of scores.json besides the scores. */
export interface RunScores extends Scores {
  /** Answered items, where the run is not complete. */
  incomplete?: { answered: number; of: number };
  /** Lowest and highest corpus score over orders and repeats, where there are several. */
  spread?: Record<string, [number, number]>;
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
  /** Statistics of every metric, once for each order and repeat. */
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
  return {
    scores: {
      ...average(scored.map(({ scores }) => scores)),
      ...(intervals && scored.length > 1
        ? {
            intervals: await intervalsOver(
              scored.map(({ measured }) => measured),
              answered.length,
              { ...intervals, signal },
            ),
          }
        : {}),
      ...(answered.length < items.length ? { incomplete: { answered: answered.length, of: items.length } } : {}),
    },
    answered,
    measured: scored.map(({ measured }) => measured),
  };
}

/** Intervals of the means over orders and repeats: items are drawn anew, with all their answers. */
async function intervalsOver(
  sets: readonly (readonly Measured[])[],
  items: number,
  { signal, ...options }: BootstrapOptions & { signal?: AbortSignal },
): Promise<Record<string, [number, number]>> {
  const places = Array.from({ length: items }, (_, i) => i);
  const intervals: Record<string, [number, number]> = {};
  for (const m of sets[0].keys()) {
    const { outputs, units, score } = itemUnits(
      sets.map((measured) => measured[m]),
      places,
    );
    const found = await inTurns(bootstrapRounds(units, score, options), signal);
    for (const output of outputs) {
      const interval = found[output];
      if (interval) intervals[output] = [interval.low, interval.high];
    }
  }
  return intervals;
}

/** Predictions by item, one map for each repeat and order. */
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

/** The mean of every number; an output that is undefined in one set is undefined. */
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
