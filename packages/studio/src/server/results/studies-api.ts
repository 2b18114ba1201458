/** Routes of studies: one task on the items of one dataset, for a number of annotators. */

import { z } from '@hono/zod-openapi';
import { OWNER, READER, READERS, route, STUDIO } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { answers, body, formSchema, jsonSchema, studyParams, time } from '../http/shapes.ts';
import { createStudyTask, previewSchema, previewStudyTask } from '../studies/create-study.ts';
import { describeStudy, describeStudyById } from '../studies/describe-study.ts';
import { setPriority } from '../studies/item-queries.ts';
import { openStudy } from '../studies/open-study.ts';
import { listStudies, updateStudy } from '../studies/study-queries.ts';
import { settingsSchema } from '../studies/study-settings.ts';
import type { Studio } from '../studio.ts';
import { addKnownAnswersTask, listStudyItems } from './study-items.ts';

const sourceFields = {
  dataset: z.string().describe('a folder listed by GET /api/datasets'),
  split: z.string().default('test'),
  task: z.string(),
  runs: z.array(z.string()).max(6).default([]).describe('run folders, for tasks that judge outputs'),
  count: z.number().int().min(1).max(1_000_000).optional().describe('the number of items to draw at random; all by default'),
  seed: z.number().int().default(17),
};

const studySchema = z
  .object({
    id: z.string(),
    task: z.string(),
    summary: z.string(),
    benchmark: z.string(),
    dataset: z.string(),
    split: z.string(),
    runs: z.array(z.string()),
    state: z.enum(['draft', 'open', 'closed']),
    created: time,
    items: z.number(),
    goldItems: z.number(),
    answers: z.number(),
    wanted: z.number(),
    simulated: z.boolean().describe('some annotators are simulated'),
    form: formSchema,
    /** For the owner, for example if the dataset folder has changed or disappeared since the study was created. */
    warnings: z.array(z.string()),
    /** For crowd platforms that use one code for everyone. Only owners see it. */
    completionCode: z.string().nullable(),
    ...settingsSchema.shape,
  })
  .openapi('Study');
export type Study = z.infer<typeof studySchema>;

export const previewStudyRoute = route(STUDIO, {
  method: 'post',
  path: '/api/studies/preview',
  request: body(z.object(sourceFields)),
  responses: answers(previewSchema, 'what annotators would see'),
});

export const createStudyRoute = route(STUDIO, {
  method: 'post',
  path: '/api/studies',
  request: body(z.object({ ...sourceFields, ...settingsSchema.partial().shape })),
  responses: answers(studySchema, 'the study, as a draft; its items are a snapshot'),
});

export const listStudiesRoute = route(READERS, {
  method: 'get',
  path: '/api/studies',
  responses: answers(z.object({ studies: z.array(studySchema) }), 'the studies that the caller may see'),
});

export const readStudyRoute = route(READER, {
  method: 'get',
  path: '/api/studies/{study}',
  request: { params: studyParams },
  responses: answers(studySchema, 'one study'),
});

export const changeStudyRoute = route(OWNER, {
  method: 'patch',
  path: '/api/studies/{study}',
  request: { params: studyParams, ...body(settingsSchema.partial().extend({ state: z.enum(['open', 'closed']).optional() })) },
  responses: answers(studySchema, 'the study with the change'),
});

/** Known answers for gold items and the qualification, as JSON Lines or CSV decisions. */
export const addGoldRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/gold',
  request: { params: studyParams, ...body(z.object({ text: z.string().max(5_000_000), format: z.enum(['jsonl', 'csv']) })) },
  responses: answers(
    z.object({ items: z.number(), unknown: z.number(), warnings: z.array(z.string()) }),
    'the number of items that now have a known answer',
  ),
});

export const listItemsRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/items',
  request: {
    params: studyParams,
    query: z.object({
      state: z.enum(['all', 'open', 'done', 'undecided', 'skipped']).default('all'),
      from: z.coerce.number().int().min(0).default(0),
    }),
  },
  responses: answers(
    z.object({
      total: z.number(),
      items: z.array(
        z.object({
          item: z.string().describe('the id used in the other routes of this study'),
          id: z.string().describe('the id in the dataset and in exported decisions'),
          shown: jsonSchema,
          answers: z.number(),
          wanted: z.number(),
          leased: z.number(),
          skipped: z.number(),
          priority: z.number(),
          gold: z.boolean(),
          decided: z.boolean().nullable().describe('null if the answers of the task have no majority'),
        }),
      ),
    }),
    'up to a hundred items',
  ),
});

export const setPriorityRoute = route(OWNER, {
  method: 'patch',
  path: '/api/studies/{study}/items/{item}',
  request: { params: studyParams.extend({ item: z.string() }), ...body(z.object({ priority: z.number().int().min(-100).max(100) })) },
  responses: answers(z.object({ priority: z.number() }), 'the new priority; items with a higher one come first'),
});

export function studiesApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(previewStudyRoute, async (c) => c.json(await studio.tasks.run(previewStudyTask, [c.req.valid('json')]), 200))
    .openapi(createStudyRoute, async (c) => {
      const { dataset, split, task, runs, count, seed, ...settings } = c.req.valid('json');
      const row = await studio.tasks.run(createStudyTask, [{ dataset, split, task, runs, count, seed, settings }]);
      return c.json(await describeStudy(studio, row, { owner: true }), 200);
    })
    .openapi(listStudiesRoute, async (c) => {
      const { study, role } = whoOf(c);
      const rows = await listStudies(sql, { study });
      return c.json({ studies: await Promise.all(rows.map((row) => describeStudy(studio, row, { owner: role === 'owner' }))) }, 200);
    })
    .openapi(readStudyRoute, async (c) =>
      c.json(await describeStudyById(studio, c.req.valid('param').study, { owner: whoOf(c).role === 'owner' }), 200),
    )
    .openapi(changeStudyRoute, async (c) => {
      const { state, ...settings } = c.req.valid('json');
      const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      const row = await updateStudy(sql, { study: c.req.valid('param').study, settings: changes, ...(state ? { state } : {}) });
      return c.json(await describeStudy(studio, row, { owner: true }), 200);
    })
    .openapi(addGoldRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(addKnownAnswersTask, [study, c.req.valid('json')]), 200);
    })
    .openapi(listItemsRoute, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      return c.json(await listStudyItems(studio, study, c.req.valid('query')), 200);
    })
    .openapi(setPriorityRoute, async (c) => {
      const { priority } = c.req.valid('json');
      await setPriority(sql, { ...c.req.valid('param'), priority });
      return c.json({ priority }, 200);
    });
}
