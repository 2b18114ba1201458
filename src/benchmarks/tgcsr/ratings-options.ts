/** The flags of every command that reads ratings, and the categories that an authored context knows. */
import { z } from 'zod';
import { InputError } from '../../core/index.ts';
import { composeContext } from './author/compose-context.ts';
import { readContext } from './author/read-context.ts';
import { bareTgcsrId, type TgcsrContext } from './context.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';
import { type ReadRatingsOptions, readRatings } from './ratings/read-ratings.ts';
import { readTaxonomy } from './taxonomy/extend-taxonomy.ts';

export const ratingsOptions = {
  ratings: z.array(z.string()).min(1).describe('ratings as CSV, XLSX or JSONL; several files are read together'),
  scale: z.enum(['likert', 'binary']).optional().describe('1–4, or 0 and 1; found from the values unless given'),
  context: z.string().optional().describe("the context's name; otherwise the file's"),
  author: z.string().optional().describe('the authored context, to check ids and to know categories'),
  taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
};

export interface RatingsRequest {
  ratings: readonly string[];
  scale?: 'likert' | 'binary';
  context?: string;
  author?: string;
  taxonomy?: string;
}

export async function readGivenRatings(
  { ratings, scale, context: name, author, taxonomy: path }: RatingsRequest,
  warn: (line: string) => void,
): Promise<RatedPairs> {
  if (author === undefined) return readRatings(ratings, { context: name, scale, warn });
  const taxonomy = await readTaxonomy(path);
  const { authored, files } = await readContext(author, { taxonomy });
  const { context } = composeContext(authored, { taxonomy, file: files[0] });
  return readRatingsOf(context, ratings, { scale, warn });
}

/** Ratings of one context: every pair must be one of its. */
export async function readRatingsOf(
  context: TgcsrContext,
  paths: string | readonly string[],
  options: Pick<ReadRatingsOptions, 'scale' | 'warn'> = {},
): Promise<RatedPairs> {
  const categories = new Map(context.questions.map(({ id, category }) => [bareTgcsrId(id), category]));
  const rated = await readRatings(paths, {
    ...options,
    context: context.id,
    categoryOf: (question) => categories.get(bareTgcsrId(question)),
  });
  const answers = new Map(context.answers.map(({ id, category }) => [bareTgcsrId(id), category]));
  for (const { question, answer, category, context: name, place } of rated.pairs) {
    const at = { file: place.file, line: place.line };
    if (name !== context.id) throw new InputError(`rates the context "${name}"`, { ...at, expected: context.id });
    if (!categories.has(question)) throw new InputError(`question ${question} is unknown in ${context.id}`, at);
    if (!answers.has(answer)) throw new InputError(`answer ${answer} is unknown in ${context.id}`, at);
    if (categories.get(question) !== category)
      throw new InputError(`question ${question} is in ${categories.get(question)}, not in ${category}`, at);
    if (answers.get(answer) !== category)
      throw new InputError(`answer ${answer} is in ${answers.get(answer)}, but question ${question} is in ${category}`, at);
  }
  return rated;
}
