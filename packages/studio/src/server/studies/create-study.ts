/** Creates a study from a task and a dataset, with a snapshot of its items; and previews what annotators would see. */
import { z } from '@hono/zod-openapi';
import type { TaskItem } from 'sensebench/internal/core';
import { formSchema, jsonSchema } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';
import { pageTask } from '../tasks/task.ts';
import { contentOf, showItem, studyForm } from './show-item.ts';
import { insertStudy, type StudyRow } from './study-queries.ts';
import { defaultSettings, type StudySettings } from './study-settings.ts';
import { readSource, type SourceOptions } from './study-source.ts';

const SAMPLES = 5;

export const previewSchema = z.object({
  items: z.number(),
  goldItems: z.number(),
  people: z.number(),
  title: z.string(),
  guideline: z.string(),
  form: formSchema,
  /** The first items, as an annotator would see them. */
  samples: z.array(jsonSchema),
  warnings: z.array(z.string()),
});

async function previewStudy(studio: Studio, options: SourceOptions): Promise<z.infer<typeof previewSchema>> {
  const { task, items, source, warnings } = await readSource(options, studio);
  const work = items.filter(isWork);
  const samples = (work.length > 0 ? work : items).slice(0, SAMPLES);
  const first = samples.map(
    (item, position) => showItem({ task, source }, { name: item.id, position, shown: contentOf(item) }, position).shown,
  );
  const form = studyForm(task);
  return {
    items: work.length,
    goldItems: items.length - work.length,
    people: task.people,
    title: defaultSettings(task).title,
    guideline: task.guideline,
    form: form.lacking.length > 0 ? studyForm(task, first[0]) : form,
    samples: first,
    warnings,
  };
}

export const previewStudyTask = pageTask('preview', previewStudy);

export interface NewStudyOptions extends SourceOptions {
  settings?: Partial<StudySettings>;
  demo?: boolean;
}

export async function createStudy(studio: Studio, { settings = {}, demo, ...options }: NewStudyOptions): Promise<StudyRow> {
  const { task, items, source, benchmark } = await readSource(options, studio);
  const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return insertStudy(studio.sql, {
    task: task.name,
    benchmark: benchmark.name,
    source,
    settings: { ...defaultSettings(task), ...changes },
    demo: demo ?? false,
    items: items.map((item) => ({
      name: item.id,
      also: item.also ?? [],
      group: item.group ?? null,
      shown: contentOf(item),
      gold: item.gold ?? null,
      people: item.people ?? null,
      kind: isWork(item) ? 'work' : 'gold',
    })),
  });
}

export const createStudyTask = pageTask('create', createStudy);

/** Items with a known answer serve to check annotators; they need no answers themselves. */
function isWork({ gold }: TaskItem): boolean {
  return gold === undefined || gold === null;
}
