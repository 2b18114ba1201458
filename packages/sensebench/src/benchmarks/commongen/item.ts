/** A CommonGen example as evaluation sees it: 3–5 concepts in, one everyday sentence out (Lin et al. 2020, section 2). */

import type { Item, ReadOptions, TaskItem } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readRecords } from '../../files/formats/index.ts';
import { parseWith, splitFile } from '../../files/index.ts';
import { CONNECTIONS, type Connection } from './analysis/connectivity.ts';

export const commonGenRowSchema = z.looseObject({
  concept_set: z
    .string()
    .regex(/^[^#]+(#[^#]+)*$/, 'concepts joined by #')
    .describe('the input: concepts joined by #'),
  scene: z.array(z.string()).describe('reference sentences'),
  reason: z.array(z.string()).optional().describe('the rationale of each reference that a person wrote'),
  connectivity: z
    .enum(CONNECTIONS)
    .optional()
    .describe('whether ConceptNet links two of the concepts directly, over a third word, or none; only in a dataset built with it'),
});

export type CommonGenRow = z.infer<typeof commonGenRowSchema>;

/** CommonGen-Eval writes a concept with its part of speech: `walk_V`. */
export function bareConcept(concept: string): string {
  return concept.replace(/_[NV]$/, '');
}

/** A CommonGen row as released: concepts joined by `#`, the reference sentences (`scene`) and their rationales (`reason`). */
export function conceptsOf(row: Pick<CommonGenRow, 'concept_set'>): string[] {
  return row.concept_set.split('#');
}

export interface CommonGenMeta extends Record<string, unknown> {
  reasons?: string[];
  /** Whether ConceptNet links two of the concepts. */
  connectivity?: Connection;
}

export type CommonGenItem = Item<{ concepts: string[] }, CommonGenMeta>;

export const commonGenItemSchema: z.ZodType<CommonGenItem> = z.object({
  id: z.string(),
  input: z.object({ concepts: z.array(z.string()) }),
  references: z.array(z.string()),
  meta: z.looseObject({ reasons: z.array(z.string()).optional(), connectivity: z.enum(CONNECTIONS).optional() }),
});

/** The id is the zero-based line number, because two released rows share one concept-set. */
export function toItem(row: CommonGenRow, place: number): CommonGenItem {
  return {
    id: String(place),
    input: { concepts: conceptsOf(row) },
    references: row.scene,
    meta: {
      ...(row.reason ? { reasons: row.reason } : {}),
      ...(row.connectivity ? { connectivity: row.connectivity } : {}),
    },
  };
}

/** The official test has no references: `scene` is empty there, or absent. */
const readRowSchema = commonGenRowSchema.extend({ scene: commonGenRowSchema.shape.scene.default([]) });

export async function* readItems(path: string, { split, say }: ReadOptions = {}): AsyncGenerator<CommonGenItem> {
  let place = 0;
  for await (const row of readRows(splitFile(path, split), say)) yield toItem(row, place++);
}

/** Rows of the Hugging Face dataset `common_gen`: one for each reference, with the concepts as a list. */
const hubRowSchema = z.looseObject({
  concept_set_idx: z.union([z.number(), z.bigint(), z.string()]).optional(),
  concepts: z.union([z.array(z.string().min(1)).min(1), z.string().min(1)]),
  target: z.string().default(''),
});

/** The released layout, or that of the Hugging Face dataset, as JSON Lines, CSV or Parquet. */
async function* readRows(path: string, say?: (line: string) => void): AsyncGenerator<z.infer<typeof readRowSchema>> {
  const { file, records } = await readRecords(path);
  const sets = new Map<string, { concept_set: string; scene: string[] }>();
  for await (const { line, value } of records) {
    const isHubRow = typeof value === 'object' && value !== null && 'concepts' in value && !('concept_set' in value);
    if (!isHubRow) {
      yield parseWith(readRowSchema, withLists(value), { file, line });
      continue;
    }
    const { concept_set_idx, concepts, target } = parseWith(hubRowSchema, withLists(value), { file, line });
    const concept_set =
      typeof concepts === 'string'
        ? concepts
            .trim()
            .split(/[\s,#]+/)
            .join('#')
        : concepts.join('#');
    const key = String(concept_set_idx ?? concept_set);
    const set = sets.get(key) ?? { concept_set, scene: [] };
    if (target !== '') set.scene.push(target);
    sets.set(key, set);
  }
  if (sets.size > 0) say?.(`${file}: read as the Hugging Face dataset common_gen, with one row per reference: ${sets.size} concept-sets`);
  yield* sets.values();
}

const LISTS = ['concepts', 'scene', 'reason'];

/** Cells of a table hold lists as JSON. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const cells = Object.entries(value).map(([name, cell]) => [name, LISTS.includes(name) ? toList(cell) : cell]);
  return Object.fromEntries(cells);
}

function toList(cell: unknown): unknown {
  if (typeof cell !== 'string' || !cell.startsWith('[')) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** The orders of larger sets are too many to list. */
const MOST_REORDERED = 5;

/** Names the items by their concepts, because line numbers would change when a row is removed. */
export function nameConceptSets(items: readonly CommonGenItem[]): (Pick<TaskItem, 'id' | 'also'> & { item: CommonGenItem })[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const { concepts } = item.input;
    const name = [...concepts].sort().join('#');
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const repeat = times > 1 ? `@${times}` : '';
    const orders = concepts.length > MOST_REORDERED ? [[...concepts]] : ordersOf([...new Set(concepts)]);
    const also = new Set([concepts.join('#'), ...orders.map((order) => order.join('#'))].map((order) => order + repeat));
    also.delete(name + repeat);
    return { id: name + repeat, also: [...also], item };
  });
}

function ordersOf(concepts: readonly string[]): string[][] {
  if (concepts.length < 2) return [[...concepts]];
  return concepts.flatMap((first, i) => ordersOf(concepts.filter((_, other) => other !== i)).map((rest) => [first, ...rest]));
}
