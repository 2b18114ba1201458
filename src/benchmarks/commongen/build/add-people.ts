/** References that people wrote take the place of captions in dev and test; written sets have them already. */

import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { type ActionContext, InputError, type Tools } from '../../../core/index.ts';
import { type CommonGenRow, nameConceptSets, toItem } from '../item.ts';
import { countMissing, type MissingConcepts } from '../missing-concepts.ts';
import { TASKS } from '../tasks/index.ts';
import { referencesBySet, referencesTask } from '../tasks/references.ts';
import type { Pipeline } from './pipeline.ts';

export interface WithPeople {
  splits: Pipeline['splits'];
  /** Sets that nobody wrote for: they keep their captions. Null without references of people. */
  withoutPeople: number | null;
  missingConcepts: MissingConcepts | null;
}

export async function addPeople(
  splits: Pipeline['splits'],
  { references: path, written: all }: { references: string | undefined; written: boolean },
  tools: Pick<Tools, 'analyse' | 'wordnet'>,
  { now, warn }: Pick<ActionContext, 'now' | 'warn'>,
): Promise<WithPeople> {
  if (all) return { splits, withoutPeople: 0, missingConcepts: await countMissing([...splits.dev, ...splits.test], tools) };
  if (path === undefined) return { splits, withoutPeople: null, missingConcepts: null };
  const rows = [...splits.dev, ...splits.test];
  const items = nameConceptSets(rows.map(toItem));
  const tasks = tasksOf({ name: 'commongen', tasks: TASKS });
  const { current } = await readDecisions([path], referencesTask, { items, tasks, now: now(), warn });
  if (current.length === 0) throw new InputError(`has no decisions of the task ${referencesTask.name}`, { file: path });
  const written = referencesBySet(current);
  const nameOf = new Map(rows.map((row, i) => [row, items[i].id]));
  const replaced: CommonGenRow[] = [];
  let withoutPeople = 0;
  const replace = (row: CommonGenRow): CommonGenRow => {
    const people = written.get(nameOf.get(row) ?? '');
    if (!people) withoutPeople++;
    const made = people ? { ...row, ...people } : row;
    if (people) replaced.push(made);
    return made;
  };
  const made = { ...splits, dev: splits.dev.map(replace), test: splits.test.map(replace) };
  return { splits: made, withoutPeople, missingConcepts: await countMissing(replaced, tools) };
}
