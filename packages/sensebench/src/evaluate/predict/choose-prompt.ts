/** The prompt of a run: its template, the number of few-shot examples, and the examples of each item. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Benchmark, createRandom, InputError, type Item, type PromptTemplate, unknownName } from '@sensebench/metrics/internal/core';
import { collectItems } from './select-items.ts';

export interface ChosenPrompt {
  name: string;
  template: PromptTemplate;
}

/** Default: the first template of the benchmark. */
export function choosePrompt(benchmark: Benchmark, wanted?: string): ChosenPrompt {
  const name = wanted ?? Object.keys(benchmark.prompts)[0];
  const template = benchmark.prompts[name];
  if (!template) throw unknownName(`prompt of ${benchmark.name}`, name, Object.keys(benchmark.prompts));
  return { name, template };
}

/** Default: the number of the template, if there are training items. */
export function chooseShots(template: PromptTemplate, { shots, pool }: { shots?: number; pool: readonly Item[] }): number {
  const count = shots ?? (pool.length > 0 ? template.shots : 0);
  if (count > 0 && pool.length === 0) throw new InputError('few-shot examples are drawn from training items; give them with --train');
  return count;
}

interface DrawExamplesOptions {
  shots: number;
  seed: number;
  /** Use the same examples for every item, so that a model can cache the common beginning of the prompts. */
  sameExamples?: boolean;
}

/** Draws few-shot examples by seed, never the item itself (SituatedGen, section 6.1). Order and resumption of a run do not matter. */
export function drawExamples(item: Item, pool: readonly Item[], { shots, seed, sameExamples = false }: DrawExamplesOptions): Item[] {
  if (shots === 0) return [];
  const drawn = createRandom(sameExamples ? `${seed}/examples` : `${seed}/examples/${item.id}`).sample(pool, shots + 1);
  return drawn.filter(({ id }) => id !== item.id).slice(0, shots);
}

/**
 * Items whose input or a reference occurs in the training items, so that memory alone would solve them.
 * References of multiple choice are labels, which all items share, so that only the inputs count there.
 */
export function findLeaks<I extends Item>(items: readonly I[], pool: readonly I[], benchmark: Pick<Benchmark, 'choices'>): I[] {
  const inputs = new Set(pool.map(({ input }) => JSON.stringify(input)));
  const references = new Set(benchmark.choices ? [] : pool.flatMap((item) => item.references));
  return items.filter((item) => inputs.has(JSON.stringify(item.input)) || item.references.some((reference) => references.has(reference)));
}

/** Reads training items for few-shot examples and baselines: the given ones, or the train split beside the evaluated one. */
export async function readPool(
  benchmark: Benchmark,
  { train, dataset, split }: { train?: string; dataset: string; split?: string },
): Promise<Item[]> {
  if (train) return collectItems(benchmark.read(train, { split: 'train' }));
  if (split !== undefined && split !== 'train' && existsSync(join(dataset, 'train.jsonl')))
    return collectItems(benchmark.read(dataset, { split: 'train' }));
  return [];
}
