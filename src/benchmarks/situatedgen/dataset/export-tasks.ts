/** Export of examples to annotation: what a person sees of each, and who sees which (SituatedGen, appendix B.1, sections 5.1 and 7). */
import { toItems } from '../item.ts';
import type { SituatedGenExample } from '../row.ts';
import { auditTask } from '../tasks/audit.ts';
import { filterTask } from '../tasks/filter.ts';
import type { ShownPair } from '../tasks/shown-pair.ts';
import { writeTask } from '../tasks/write.ts';

export interface TaskRow extends Partial<ShownPair> {
  item: string;
  task: string;
  keywords: string[];
  /** Seen by both annotators. */
  overlap?: boolean;
}

/** All examples; those that both annotators judge come first. */
export function filterRows(examples: readonly SituatedGenExample[], { seed }: { seed: number }): TaskRow[] {
  return filterTask
    .list({ items: toItems(examples), seed })
    .map(({ id, shown, people }) => ({ item: id, task: filterTask.name, ...shown, overlap: people === 2 }));
}

/** A random 100 of any split. */
export function auditRows(examples: readonly SituatedGenExample[], { seed, count }: { seed: number; count?: number }): TaskRow[] {
  return auditTask.list({ items: toItems(examples), seed, count }).map(({ id, shown }) => ({ item: id, task: auditTask.name, ...shown }));
}

/** A random 100 whose sentences people write themselves. */
export function writeRows(examples: readonly SituatedGenExample[], { seed, count }: { seed: number; count?: number }): TaskRow[] {
  return writeTask.list({ items: toItems(examples), seed, count }).map(({ id, shown }) => ({ item: id, task: writeTask.name, ...shown }));
}
