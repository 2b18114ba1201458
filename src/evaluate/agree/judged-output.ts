/** Outputs of systems with what people said of each: the material of `metrics agree`. */
import { InputError } from '../../core/index.ts';

export interface JudgedOutput {
  item: string;
  system: string;
  output: string;
  references: readonly string[];
  /** By annotator; higher is better. A place (1 is best) is stored as its negative. */
  said: ReadonlyMap<string, number>;
  /** The place on the page, from 1. */
  shown?: number;
}

/** The mean of what was said. */
export function meanSaid({ said }: Pick<JudgedOutput, 'said'>): number {
  let sum = 0;
  for (const value of said.values()) sum += value;
  return sum / said.size;
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

/** Fewer say nothing, whatever the correlation. */
const FEWEST_OUTPUTS = 4;

/** Nothing can be said of a few outputs, or where everybody gave all of them the same. */
export function checkJudgements(outputs: readonly JudgedOutput[], file: string): void {
  if (outputs.length < FEWEST_OUTPUTS)
    throw new InputError(`has judgements of ${outputs.length} outputs`, { file, expected: `${FEWEST_OUTPUTS} or more` });
  if (new Set(outputs.map(meanSaid)).size === 1)
    throw new InputError('judges all outputs alike', { file, expected: 'judgements that differ' });
}
