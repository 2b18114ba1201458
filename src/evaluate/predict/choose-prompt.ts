/** The prompt template that a run asks with, and how many examples it gets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Benchmark, createRandom, InputError, type Item, type PromptTemplate, unknownName } from '../../core/index.ts';
import { collectItems } from './select-items.ts';

export interface ChosenPrompt {
  name: string;
  template: PromptTemplate;
}

/** Default: the benchmark's first. */
export function choosePrompt(benchmark: Benchmark, wanted?: string): ChosenPrompt {
  const name = wanted ?? Object.keys(benchmark.prompts)[0];
  const template = benchmark.prompts[name];
  if (!template) throw unknownName(`prompt of ${benchmark.name}`, name, Object.keys(benchmark.prompts));
  return { name, template };
}

/** Default: as many as the template is drawn with, where there are training items. */
export function settleShots(template: PromptTemplate, { shots, pool }: { shots?: number; pool: readonly Item[] }): number {
  const settled = shots ?? (pool.length > 0 ? template.shots : 0);
  if (settled > 0 && pool.length === 0) throw new InputError('few-shot examples are drawn from training items; give them with --train');
  return settled;
}

interface DrawExamplesOptions {
  shots: number;
  seed: number;
  /** The same examples for every item, so that prompts begin alike and a model can keep that beginning in its cache. */
  sameExamples?: boolean;
}

/** Never the item itself, should the pool hold it. */
export function drawExamples(item: Item, pool: readonly Item[], { shots, seed, sameExamples = false }: DrawExamplesOptions): Item[] {
  if (shots === 0) return [];
  const drawn = createRandom(sameExamples ? `${seed}/examples` : `${seed}/examples/${item.id}`).sample(pool, shots + 1);
  return drawn.filter(({ id }) => id !== item.id).slice(0, shots);
}

/**
 * Items of a test that the training items hold too, by their input or by a reference: what memory alone would get right.
 * References of multiple choice are labels, which all items share, so only the inputs count there.
 */
export function findLeaks<I extends Item>(items: readonly I[], pool: readonly I[], benchmark: Pick<Benchmark, 'choices'>): I[] {
  const inputs = new Set(pool.map(({ input }) => JSON.stringify(input)));
  const references = new Set(benchmark.choices ? [] : pool.flatMap((item) => item.references));
  return items.filter((item) => inputs.has(JSON.stringify(item.input)) || item.references.some((reference) => references.has(reference)));
}

/** Training items for few-shot examples and baselines: those that were named, or the train split beside the one that is evaluated. */
export async function readPool(
  benchmark: Benchmark,
  { train, dataset, split }: { train?: string; dataset: string; split?: string },
): Promise<Item[]> {
  if (train) return collectItems(benchmark.read(train, { split: 'train' }));
  if (split !== undefined && split !== 'train' && existsSync(join(dataset, 'train.jsonl')))
    return collectItems(benchmark.read(dataset, { split: 'train' }));
  return [];
}
