/** A SituatedGen example as evaluation sees it: keywords in, two contrastive sentences out (Zhang and Wan 2023, section 3.1). */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJsonl, readRows, splitFile } from '../../files/index.ts';
import { CONTEXTS, type Context } from '../../statements/index.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from './row.ts';
import { type KnownKeywords, knownKeywords, UNSEEN_GROUPS, type UnseenGroup, unseenGroup } from './unseen.ts';

export interface TextSpan {
  start: number;
  end: number;
}

/** Spans that annotators see marked; absent if they were not determined. */
export interface PairSpans {
  /** A place or time of the first sentence, and the one of the second that it is exchanged with. */
  exchanged: { first: TextSpan; second: TextSpan }[];
  /** Whether the first word of each sentence is a name, which keeps its capital in the middle of a sentence. */
  namesFirst: [boolean, boolean];
}

interface SituatedGenMeta extends Record<string, unknown> {
  statements: [string, string];
  ids: [string, string];
  /** The sentence that each keyword belongs to. */
  keywordsPos?: (0 | 1)[];
  context?: Context;
  /** The parts of the example that do not occur in train, if train is known. */
  unseen?: UnseenGroup;
  spans?: PairSpans;
}

export type SituatedGenItem = Item<{ keywords: string[] }, SituatedGenMeta>;

const spanSchema = z.object({ start: z.number(), end: z.number() });
const spansSchema: z.ZodType<PairSpans> = z.object({
  exchanged: z.array(z.object({ first: spanSchema, second: spanSchema })),
  namesFirst: z.tuple([z.boolean(), z.boolean()]),
});

export const situatedGenItemSchema: z.ZodType<SituatedGenItem> = z.object({
  id: z.string(),
  input: z.object({ keywords: z.array(z.string()) }),
  references: z.array(z.string()),
  meta: z.looseObject({
    statements: z.tuple([z.string(), z.string()]),
    ids: z.tuple([z.string(), z.string()]),
    keywordsPos: z.array(z.union([z.literal(0), z.literal(1)])).optional(),
    context: z.enum(CONTEXTS).optional(),
    unseen: z.enum(UNSEEN_GROUPS).optional(),
    spans: spansSchema.optional(),
  }),
});

/** The two ids joined by `|` name the item. */
export function toItem(example: SituatedGenExample, { train }: { train?: KnownKeywords } = {}): SituatedGenItem {
  return {
    id: example.ids.join('|'),
    input: { keywords: example.keywords },
    references: [example.statement],
    meta: {
      statements: example.statements,
      ids: example.ids,
      ...(example.keywords_pos ? { keywordsPos: example.keywords_pos } : {}),
      ...(example.context ? { context: example.context } : {}),
      ...(train ? { unseen: unseenGroup(example, train) } : {}),
    },
  };
}

/** The two sentences in the other order. Sentences without a full stop got one in the released `statement`. */
export function exchangeSentences({ meta: { statements }, references }: SituatedGenItem): string[] {
  const exchanged = `${statements[1]} ${statements[0]}`;
  const stop = references[0]?.slice(statements.join(' ').length).trim() ?? '';
  return [/[.!?]["')\]]*$/.test(exchanged) ? exchanged : `${exchanged}${stop}`];
}

/** If train.jsonl is beside the file, in a dataset folder or among released files, items have the parts that train lacks. */
export async function* readItems(path: string, { split }: { split?: string } = {}): AsyncGenerator<SituatedGenItem> {
  const name = nameRepeats();
  const file = splitFile(path, split);
  const train = await trainBeside(file);
  for await (const { value } of readJsonl(file, situatedGenExampleSchema)) yield name(toItem(value, { train }));
}

/** Undefined where there is no such file, or one of another benchmark. */
async function trainBeside(file: string): Promise<KnownKeywords | undefined> {
  const train = join(dirname(file), 'train.jsonl');
  if (file === '-' || resolve(train) === resolve(file) || !existsSync(train)) return undefined;
  try {
    return knownKeywords(await readRows(train, situatedGenExampleSchema));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** All examples of a file as items. */
export function toItems(examples: readonly SituatedGenExample[]): SituatedGenItem[] {
  const name = nameRepeats();
  return examples.map((example) => name(toItem(example)));
}

/** The released test split has equal rows: the second one gets the id `a|b#2`, the third `a|b#3`. Other rows with the same id are an error. */
function nameRepeats(): (item: SituatedGenItem) => SituatedGenItem {
  const seen = new Map<string, { row: string; times: number }>();
  return (item) => {
    const row = JSON.stringify(item);
    const before = seen.get(item.id);
    if (before?.row !== row) {
      if (!before) seen.set(item.id, { row, times: 1 });
      return item;
    }
    before.times++;
    return { ...item, id: `${item.id}#${before.times}` };
  };
}
