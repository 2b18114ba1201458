/** Items of a test that the training items hold too, by their input or by a reference: what memory alone would get right. */
import type { Benchmark, Item } from '../../core/index.ts';

/** References of multiple choice are labels, which all items share, so only the inputs count there. */
export function findLeaks<I extends Item>(items: readonly I[], pool: readonly I[], benchmark: Pick<Benchmark, 'choices'>): I[] {
  const inputs = new Set(pool.map(({ input }) => JSON.stringify(input)));
  const references = new Set(benchmark.choices ? [] : pool.flatMap((item) => item.references));
  return items.filter((item) => inputs.has(JSON.stringify(item.input)) || item.references.some((reference) => references.has(reference)));
}
