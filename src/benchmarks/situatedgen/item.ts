/** A SituatedGen example as evaluation sees it: keywords in, two contrastive sentences out (Zhang and Wan 2023, section 3.1). */
import { z } from 'zod';
import type { Item } from '../../core/index.ts';
import { readJsonl, splitFile } from '../../files/index.ts';
import { CONTEXTS, type Context } from '../../statements/index.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from './row.ts';

interface SituatedGenMeta extends Record<string, unknown> {
  statements: [string, string];
  ids: [string, string];
  /** The sentence that each keyword belongs to. */
  keywordsPos?: (0 | 1)[];
  context?: Context;
}

export type SituatedGenItem = Item<{ keywords: string[] }, SituatedGenMeta>;

export const situatedGenItemSchema: z.ZodType<SituatedGenItem> = z.object({
  id: z.string(),
  input: z.object({ keywords: z.array(z.string()) }),
  references: z.array(z.string()),
  meta: z.looseObject({
    statements: z.tuple([z.string(), z.string()]),
    ids: z.tuple([z.string(), z.string()]),
    keywordsPos: z.array(z.union([z.literal(0), z.literal(1)])).optional(),
    context: z.enum(CONTEXTS).optional(),
  }),
});

/** The two ids joined by `|` name the item. */
export function toItem(example: SituatedGenExample): SituatedGenItem {
  return {
    id: example.ids.join('|'),
    input: { keywords: example.keywords },
    references: [example.statement],
    meta: {
      statements: example.statements,
      ids: example.ids,
      ...(example.keywords_pos ? { keywordsPos: example.keywords_pos } : {}),
      ...(example.context ? { context: example.context } : {}),
    },
  };
}

export async function* readItems(path: string, { split }: { split?: string } = {}): AsyncGenerator<SituatedGenItem> {
  for await (const { value } of readJsonl(splitFile(path, split), situatedGenExampleSchema)) yield toItem(value);
}
