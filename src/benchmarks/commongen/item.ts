/** A CommonGen example as evaluation sees it: 3–5 concepts in, one everyday sentence out (Lin et al. 2020, section 2). */
import { z } from 'zod';
import type { Item } from '../../core/index.ts';
import { readJsonl, splitFile } from '../../files/index.ts';
import { CONNECTIONS, type Connection } from './analyse/connectivity.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from './row.ts';

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

/** The zero-based line is the id: two released rows share one concept-set. */
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

export async function* readItems(path: string, { split }: { split?: string } = {}): AsyncGenerator<CommonGenItem> {
  let place = 0;
  for await (const { value } of readJsonl(splitFile(path, split), readRowSchema)) yield toItem(value, place++);
}
