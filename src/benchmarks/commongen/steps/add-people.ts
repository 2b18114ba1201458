/** References that people wrote take the place of captions in dev and test. */

import type { Tools } from '../../../core/index.ts';
import { countMissing, type MissingConcepts } from '../missing-concepts.ts';
import type { CommonGenRow } from '../row.ts';
import { readReferences, setKey } from '../tasks/read-references.ts';
import type { Pipeline } from './pipeline.ts';

export interface WithPeople {
  splits: Pipeline['splits'];
  /** Sets that nobody wrote for: they keep their captions. Null without references of people. */
  withoutPeople: number | null;
  missingConcepts: MissingConcepts | null;
}

export async function addPeople(
  splits: Pipeline['splits'],
  path: string | undefined,
  tools: Pick<Tools, 'analyse' | 'wordnet'>,
): Promise<WithPeople> {
  if (path === undefined) return { splits, withoutPeople: null, missingConcepts: null };
  const written = await readReferences(path);
  const replaced: CommonGenRow[] = [];
  let withoutPeople = 0;
  const replace = (row: CommonGenRow): CommonGenRow => {
    const people = written.get(setKey(row.concept_set));
    if (!people) withoutPeople++;
    const made = people ? { ...row, ...people } : row;
    if (people) replaced.push(made);
    return made;
  };
  const made = { ...splits, dev: splits.dev.map(replace), test: splits.test.map(replace) };
  return { splits: made, withoutPeople, missingConcepts: await countMissing(replaced, tools) };
}
