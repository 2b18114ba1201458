/** A study as owners and viewers see it, with a warning if its dataset has changed or disappeared. */

import { InputError } from 'sensebench/internal/core';
import type { Form } from '../http/shapes.ts';
import { noSuch } from '../store/refusal.ts';
import type { Studio } from '../studio.ts';
import { completionCode } from './secret.ts';
import { studyForm } from './show-item.ts';
import { readStudy, type StudyRow } from './study-queries.ts';
import { storedSettingsSchema } from './study-settings.ts';
import { type StudySource, studySourceSchema } from './study-source.ts';

export async function describeStudy(studio: Studio, row: StudyRow, { owner }: { owner: boolean }) {
  const source = studySourceSchema.parse(row.source);
  const settings = storedSettingsSchema.parse(row.settings);
  const { summary, form, problem } = await describeTask(studio, row);
  const changed = await datasetProblem(studio, source);
  const { id, task, benchmark, state, created, items, goldItems, answers, wanted, simulated } = row;
  const { title, guideline, consent, background, people, order, leaseMinutes, goldRate, mustAnswer, qualification, pay } = settings;
  return {
    ...{ id, task, benchmark, state, created, items, goldItems, answers, wanted, simulated, summary, form },
    dataset: source.dataset,
    split: source.split,
    runs: source.runs.map(({ folder }) => folder),
    warnings: [problem, changed].filter((line) => line !== undefined),
    completionCode: owner ? completionCode(studio.secret, `study/${id}`) : null,
    ...{ title, guideline, consent, background, people, order, leaseMinutes, goldRate, mustAnswer, qualification, pay },
  };
}

export async function describeStudyById(studio: Studio, study: string, { owner }: { owner: boolean }) {
  const row = await readStudy(studio.sql, { study });
  if (!row) throw noSuch('study');
  return describeStudy(studio, row, { owner });
}

/** Studies are listed even if the module of their benchmark is not loaded. */
async function describeTask(
  studio: Studio,
  { benchmark, task: name }: StudyRow,
): Promise<{ summary: string; form: Form; problem?: string }> {
  try {
    const task = await studio.catalog.task(benchmark, name);
    return { summary: task.summary, form: studyForm(task) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { summary: '', form: { fields: [], lacking: [] }, problem: error.message };
  }
}

/** undefined if the split is unchanged since the study was created. */
export async function datasetProblem(
  { catalog }: Pick<Studio, 'catalog'>,
  { dataset, split, sha256 }: StudySource,
): Promise<string | undefined> {
  const now = await catalog.splitHash(dataset, split);
  if (now === null)
    return `the dataset folder ${dataset} is not there any more, or has no split "${split}"; the study keeps its own copy of the items`;
  if (now !== sha256) return `${dataset}/${split}.jsonl was changed since the study was made; the study keeps its own copy of the items`;
  return undefined;
}
