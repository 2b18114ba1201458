/** Outputs of systems with people's judgements, the input of `metrics agree`. */
import { type Benchmark, InputError, type Item, type Scorer } from '@sensebench/metrics/internal/core';

export interface JudgedOutput {
  item: string;
  system: string;
  output: string;
  references: readonly string[];
  /** By annotator; higher is better. Places (1 is best) are stored as negative numbers. */
  judgements: ReadonlyMap<string, number>;
  /** The position on the page, from 1. */
  shown?: number;
}

export interface ScoredOutput extends JudgedOutput {
  scores: Readonly<Record<string, number | null | undefined>>;
}

/** The mean judgement. */
export function meanJudgement({ judgements }: Pick<JudgedOutput, 'judgements'>): number {
  let sum = 0;
  for (const value of judgements.values()) sum += value;
  return sum / judgements.size;
}

export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const own = groups.get(key);
    if (own) own.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Fewer outputs are not meaningful, whatever the correlation. */
const FEWEST_OUTPUTS = 4;

/** Throws if there are too few outputs, or if all judgements are equal. */
export function checkJudgements(outputs: readonly JudgedOutput[], file: string): void {
  if (outputs.length < FEWEST_OUTPUTS)
    throw new InputError(`has judgements of ${outputs.length} outputs`, { file, expected: `${FEWEST_OUTPUTS} or more` });
  if (new Set(outputs.map(meanJudgement)).size === 1)
    throw new InputError('judges all outputs alike', { file, expected: 'judgements that differ' });
}

interface ScoreOutputsOptions {
  scorer: Scorer;
  /** Given with its items if the outputs are those of runs. */
  benchmark?: Benchmark;
  items?: ReadonlyMap<string, Item>;
  signal?: AbortSignal;
}

/** Scores judged outputs, those of each system together as in `sensebench score`. */
export async function scoreOutputs(
  outputs: readonly JudgedOutput[],
  { scorer, benchmark, items, signal }: ScoreOutputsOptions,
): Promise<{ outputs: ScoredOutput[]; metrics: string[] }> {
  const scored = new Map<JudgedOutput, ScoredOutput['scores']>();
  const metrics = new Set<string>();
  for (const own of groupBy(outputs, ({ system }) => system).values()) {
    const { scores } = await scorer.measure({
      items: own.map((judged) => items?.get(judged.item) ?? itemOf(judged)),
      predictions: own.map(({ output }) => output),
      benchmark,
      signal,
    });
    for (const [i, { id: _, ...row }] of scores.perItem.entries()) {
      const numbers = Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
      for (const [metric] of numbers) metrics.add(metric);
      scored.set(own[i], Object.fromEntries(numbers));
    }
  }
  return { outputs: outputs.map((judged) => ({ ...judged, scores: scored.get(judged) ?? {} })), metrics: [...metrics] };
}

function itemOf({ item, system, references }: JudgedOutput): Item {
  if (references.length === 0)
    throw new InputError(`the output of "${system}" for the item "${item}" has no references`, {
      expected: 'a field references, in one row of each output at least',
    });
  return { id: item, input: {}, references: [...references], meta: {} };
}
