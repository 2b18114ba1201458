/** The flags of every command that gives figures by the annotators' background. */
import { z } from 'zod';
import { readBackground } from '../../annotate/index.ts';
import { InputError } from '../../core/index.ts';
import { type PeopleFigures, peopleFigures } from './people-groups.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';

export const peopleOptions = {
  background: z.string().optional().describe('background of the annotators, CSV or JSONL: annotator and the declared columns'),
  backgroundColumns: z.array(z.string().min(1)).optional().describe('columns of it that are used, like age region; others are not read'),
  minGroup: z.number().int().min(2).default(3).describe('smallest group of people that is shown'),
};

interface PeopleRequest {
  background?: string;
  backgroundColumns?: readonly string[];
  minGroup: number;
}

/** undefined where no background is given: figures by group are optional. */
export async function readPeople(
  rated: RatedPairs,
  { background: path, backgroundColumns: columns = [], minGroup }: PeopleRequest,
  { warn }: { warn?(line: string): void },
): Promise<PeopleFigures | undefined> {
  if (path === undefined && columns.length > 0)
    throw new InputError(`ratings have no background: nothing says the ${columns.join(', ')} of the annotators`, {
      expected: '--background with a file of annotators',
    });
  if (path === undefined) return undefined;
  const background = await readBackground(path, { columns, annotators: rated.annotators, warn });
  return peopleFigures(rated, { background, columns, leastPeople: minGroup });
}
