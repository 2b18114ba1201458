/** A stored study with what makes it work: its source, its settings, and the task of its benchmark. */
import type { Task } from '../../core/index.ts';
import { findStudy, type PlainStudy, StoreRefusal } from '../store/index.ts';
import { type StudySettings, studySettingsSchema } from './settings.ts';
import type { Studio } from './studio.ts';
import { type StudySource, studySourceSchema } from './study-source.ts';

export interface OpenStudy {
  id: string;
  row: PlainStudy;
  source: StudySource;
  settings: StudySettings;
  task: Task;
}

/** A study that is not there is a StoreRefusal; a benchmark whose module was not named is an InputError. */
export async function openStudy(studio: Studio, study: string): Promise<OpenStudy> {
  const row = await findStudy(studio.sql, { study });
  if (!row) throw new StoreRefusal('missing', 'there is no such study');
  return {
    id: row.id,
    row,
    source: studySourceSchema.parse(row.source),
    settings: studySettingsSchema.parse(row.settings),
    task: await studio.catalog.task(row.benchmark, row.task),
  };
}
