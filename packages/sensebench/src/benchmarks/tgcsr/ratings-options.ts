/** The options of every command that reads ratings, and the categories of an authored context. */

import { type ActionContext, InputError, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { tasksOf } from '../../annotate/index.ts';
import { composeContext } from './author/compose-context.ts';
import { readContext } from './author/read-context.ts';
import { bareTgcsrId, pairsOf, type TgcsrContext } from './context.ts';
import type { RatedPairs, Scale } from './ratings/rated-pairs.ts';
import { readRatings } from './ratings/read-ratings.ts';
import { TASKS } from './tasks/index.ts';
import { readTaxonomy } from './taxonomy/taxonomy.ts';

export const ratingsOptions = {
  ratings: z.array(z.string()).min(1).describe('ratings as CSV, XLSX or JSONL; several files are read together'),
  scale: z.enum(['likert', 'binary']).optional().describe('scale of the ratings: 1–4, or 0 and 1 (default: recognized by the values)'),
  context: z.string().optional().describe("name of the context (default: the file's)"),
  author: z.string().optional().describe('the authored context, to check ids and look up categories'),
  taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
};

export interface RatingsRequest {
  ratings: readonly string[];
  scale?: 'likert' | 'binary';
  context?: string;
  author?: string;
  taxonomy?: string;
}

type Reading = Partial<Pick<ActionContext, 'now' | 'warn'>>;

export async function readGivenRatings(
  { ratings, scale, context: name, author, taxonomy: path }: RatingsRequest,
  reading: Reading,
): Promise<RatedPairs> {
  if (author === undefined) return readRatings(ratings, { context: name, scale, tasks: tasks(), now: reading.now?.(), warn: reading.warn });
  const taxonomy = await readTaxonomy(path);
  const { authored, files } = await readContext(author, { taxonomy });
  const { context } = composeContext(authored, { taxonomy, file: files[0] });
  return readRatingsOf(context, ratings, { scale, ...reading });
}

/** The ratings of one context. Ratings of pairs that it does not have are left out, with a warning. */
export async function readRatingsOf(
  context: TgcsrContext,
  paths: string | readonly string[],
  { scale, now, warn }: Reading & { scale?: Scale } = {},
): Promise<RatedPairs> {
  const categories = new Map(context.questions.map(({ id, category }) => [bareTgcsrId(id), category]));
  const rated = await readRatings(paths, {
    context: context.id,
    scale,
    items: pairsOf(context).map((id) => ({ id })),
    tasks: tasks(),
    categoryOf: (question) => categories.get(question),
    now: now?.(),
    warn,
  });
  for (const { question, category, place } of rated.pairs) {
    if (categories.get(question) !== category)
      throw new InputError(`question ${question} is in ${categories.get(question)}, not in ${category}`, {
        file: place.file,
        line: place.line,
      });
  }
  return rated;
}

function tasks(): readonly Task[] {
  return tasksOf({ name: 'tgcsr', tasks: TASKS });
}
