/** Exports examples for annotation: what annotators see, and who sees which examples (SituatedGen, appendix B.1, sections 5.1 and 7). */

import { createRandom, type TextEntity } from '@sensebench/metrics/internal/core';
import { contextOf, isContextType } from '../contexts.ts';
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
  /** Shown to both annotators. */
  overlap?: boolean;
}

/** All examples; those that both annotators judge come first. */
export function filterRows(examples: readonly SituatedGenExample[], { seed }: { seed: number }): TaskRow[] {
  return filterTask
    .list({ items: toItems(examples), seed })
    .map(({ id, shown, people }) => ({ item: id, task: filterTask.name, ...shown, overlap: people === 2 }));
}

/** 100 random examples of any split. */
export function auditRows(examples: readonly SituatedGenExample[], { seed, count }: { seed: number; count?: number }): TaskRow[] {
  return auditTask.list({ items: toItems(examples), seed, count }).map(({ id, shown }) => ({ item: id, task: auditTask.name, ...shown }));
}

/** 100 random examples for which people write the sentences. */
export function writeRows(examples: readonly SituatedGenExample[], { seed, count }: { seed: number; count?: number }): TaskRow[] {
  return writeTask.list({ items: toItems(examples), seed, count }).map(({ id, shown }) => ({ item: id, task: writeTask.name, ...shown }));
}

interface BoolQaRow {
  id: string;
  statement: string;
  answer: boolean;
  ids: [string, string];
  /** The two entities that were swapped, for a false row. */
  swapped?: [string, string];
}

type EntitiesOf = (id: string) => readonly TextEntity[] | undefined;

/**
 * The true/false task (SituatedGen, section 3.1): a pair as it is, or with two of its context entities swapped.
 * A true and a false row for every example with a context entity of one type in each sentence.
 */
export function* boolQaRows(
  examples: Iterable<SituatedGenExample>,
  entitiesOf: EntitiesOf,
  { seed }: { seed: number },
): Generator<BoolQaRow> {
  for (const { ids, statements, statement } of examples) {
    const id = ids.join('|');
    const swapped = swapEntities(statements, [entitiesOf(ids[0]) ?? [], entitiesOf(ids[1]) ?? []], `${seed}/boolqa/${id}`);
    if (!swapped) continue;
    yield { id: `${id}|true`, statement, answer: true, ids };
    yield { id: `${id}|false`, statement: swapped.statement, answer: false, ids, swapped: swapped.entities };
  }
}

function swapEntities(
  statements: readonly [string, string],
  entities: readonly [readonly TextEntity[], readonly TextEntity[]],
  seed: string,
): { statement: string; entities: [string, string] } | null {
  const [first, second] = entities.map((list) => list.filter(({ type }) => isContextType(type)));
  const fitting = first.flatMap((one) =>
    second.filter((other) => contextOf([one]) === contextOf([other])).map((other) => ({ one, other })),
  );
  if (fitting.length === 0) return null;
  const { one, other } = createRandom(seed).choice(fitting);
  const texts = [replace(statements[0], one, other.text), replace(statements[1], other, one.text)];
  return { statement: texts.join(' '), entities: [one.text, other.text] };
}

/** A name at the beginning of a sentence keeps its capital, whereas "The" loses it in the middle of one. */
function replace(text: string, place: TextEntity, name: string): string {
  const plain = name.replace(/^(The|A|An)(?= )/, (article) => article.toLowerCase());
  const fitted = place.start === 0 ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
  return text.slice(0, place.start) + fitted + text.slice(place.end);
}
