/** A stored study with its parsed source and settings and the annotation task of its benchmark. */

import type { Task as AnnotationTask } from 'sensebench/internal/core';
import { noSuch } from '../store/refusal.ts';
import type { Studio } from '../studio.ts';
import { pageTask, type Task } from '../tasks/task.ts';
import { findStudy, type PlainStudy } from './study-queries.ts';
import { type StudySettings, storedSettingsSchema } from './study-settings.ts';
import { type StudySource, studySourceSchema } from './study-source.ts';

export interface OpenStudy {
  id: string;
  row: PlainStudy;
  source: StudySource;
  settings: StudySettings;
  task: AnnotationTask;
}

/** Throws a StoreRefusal if the study does not exist, and an InputError if the module of its benchmark is not loaded. */
export async function openStudy(studio: Studio, study: string): Promise<OpenStudy> {
  const row = await findStudy(studio.sql, { study });
  if (!row) throw noSuch('study');
  return {
    id: row.id,
    row,
    source: studySourceSchema.parse(row.source),
    settings: storedSettingsSchema.parse(row.settings),
    task: await studio.catalog.task(row.benchmark, row.task),
  };
}

/** A task about one study, which is opened where the task runs. */
export function studyTask<Args extends unknown[], Output>(
  name: string,
  work: (studio: Studio, study: OpenStudy, ...args: Args) => Promise<Output>,
): Task<Studio, [study: string, ...args: Args], Output> {
  return pageTask(name, async (studio: Studio, study: string, ...args: Args) => work(studio, await openStudy(studio, study), ...args));
}
