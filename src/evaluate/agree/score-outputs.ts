/** The scores of judged outputs: every system's outputs are scored together, as `sensebench score` would. */
import { type Benchmark, InputError, type Item, type Scorer } from '../../core/index.ts';
import type { ScoredOutput } from './agree-with-people.ts';
import { groupBy, type JudgedOutput } from './judged-output.ts';

export interface ScoreOutputsOptions {
  scorer: Scorer;
  /** With its items, where the outputs are those of runs. */
  benchmark?: Benchmark;
  items?: ReadonlyMap<string, Item>;
  signal?: AbortSignal;
}

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
