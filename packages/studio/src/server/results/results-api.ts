/** Routes of what follows from answers: progress, agreement, outcome, adjudication, export, import, write-back. */

import { z } from '@hono/zod-openapi';
import { OWNER, READER, route } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { answers, body, file, jsonSchema, studyParams } from '../http/shapes.ts';
import { type OpenStudy, openStudy } from '../studies/open-study.ts';
import type { Studio } from '../studio.ts';
import { decisionsCsvTask, decisionsParquetTask } from './decision-table.ts';
import { exportLines } from './decisions.ts';
import { adjudicateItem, disagreementSchema, disagreementsTask } from './disagreements.ts';
import { importDecisionsTask } from './import-decisions.ts';
import { outcomeSchema, outcomeTask } from './outcome.ts';
import { progressTask } from './progress.ts';
import { writeBackTask, writtenBackSchema } from './write-back.ts';

export const readProgressRoute = route(READER, {
  method: 'get',
  path: '/api/studies/{study}/progress',
  request: { params: studyParams },
  responses: answers(
    z.object({
      items: z.object({ total: z.number(), done: z.number(), begun: z.number(), undecided: z.number().nullable() }),
      answers: z.object({ given: z.number(), wanted: z.number() }),
      people: z.object({ joined: z.number(), active: z.number().describe('seen in the last five minutes') }),
      medianSeconds: z.number().nullable(),
      forecast: z.object({
        hoursOfWork: z.number().nullable(),
        cost: z.string().nullable(),
        /** The minimum number of further answers that would give every undecided item a majority. */
        toSettle: z.object({ items: z.number(), answers: z.number() }).nullable(),
      }),
      perDay: z.array(z.object({ day: z.string(), answers: z.number() })),
    }),
    'the progress of the study',
  ),
});

export const readOutcomeRoute = route(READER, {
  method: 'get',
  path: '/api/studies/{study}/outcome',
  request: { params: studyParams },
  responses: answers(outcomeSchema, "the task's aggregate of the answers so far"),
});

export const listDisagreementsRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/disagreements',
  request: { params: studyParams },
  responses: answers(
    z.object({
      items: z.array(disagreementSchema),
    }),
    'items on which annotators disagree',
  ),
});

export const adjudicateRoute = route(OWNER, {
  method: 'put',
  path: '/api/studies/{study}/adjudications/{item}',
  request: { params: studyParams.extend({ item: z.string() }), ...body(z.object({ id: z.uuid(), value: jsonSchema })) },
  responses: answers(z.object({ saved: z.literal(true) }), 'the value now counts instead of the annotators’ answers'),
});

/** Returns every version of every decision as JSON Lines. */
export const exportDecisionsRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/decisions.jsonl',
  request: { params: studyParams },
  responses: file('text/jsonl', 'decisions, as every other command reads them'),
});

export const exportDecisionsCsvRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/decisions.csv',
  request: { params: studyParams },
  responses: file('text/csv', 'the same decisions, with a column for each part of the value'),
});

export const exportDecisionsParquetRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/decisions.parquet',
  request: { params: studyParams },
  responses: file('application/vnd.apache.parquet', 'the same decisions, with a column for each part of the value'),
});

export const importDecisionsRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/import',
  request: {
    params: studyParams,
    ...body(z.object({ text: z.string().max(20_000_000), format: z.enum(['jsonl', 'csv', 'prolific', 'mturk']) })),
  },
  responses: answers(
    z.object({ imported: z.number(), known: z.number(), unknown: z.number(), warnings: z.array(z.string()) }),
    'the numbers of imported, already known and unknown decisions',
  ),
});

export const writeBackRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/write-back',
  request: { params: studyParams, ...body(z.object({ dry: z.boolean().default(false) })) },
  responses: answers(writtenBackSchema, 'rows, card, statistics and report of the dataset are updated'),
});

export function resultsApi(studio: Studio) {
  return newApi()
    .openapi(readProgressRoute, async (c) => c.json(await studio.tasks.run(progressTask, [c.req.valid('param').study]), 200))
    .openapi(readOutcomeRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(outcomeTask, [study, { named: whoOf(c).role === 'owner' }]), 200);
    })
    .openapi(listDisagreementsRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json({ items: await studio.tasks.run(disagreementsTask, [study]) }, 200);
    })
    .openapi(adjudicateRoute, async (c) => {
      const { study: id, item } = c.req.valid('param');
      const study = await openStudy(studio, id);
      await adjudicateItem(studio, study, { item, person: whoOf(c).person, ...c.req.valid('json') });
      return c.json({ saved: true as const }, 200);
    })
    .openapi(exportDecisionsRoute, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      return c.body(streamOf(exportLines(studio, study)), 200, download(study, 'jsonl', 'text/jsonl; charset=utf-8'));
    })
    .openapi(exportDecisionsCsvRoute, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      const text = await studio.tasks.run(decisionsCsvTask, [study.id]);
      return c.body(text, 200, download(study, 'csv', 'text/csv; charset=utf-8'));
    })
    .openapi(exportDecisionsParquetRoute, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      const bytes = await studio.tasks.run(decisionsParquetTask, [study.id]);
      return c.body(new Uint8Array(bytes), 200, download(study, 'parquet', 'application/vnd.apache.parquet'));
    })
    .openapi(importDecisionsRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(importDecisionsTask, [study, c.req.valid('json')]), 200);
    })
    .openapi(writeBackRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(writeBackTask, [study, c.req.valid('json')]), 200);
    });
}

function download({ task, id }: OpenStudy, ending: string, type: string): Record<string, string> {
  const file = `${task.name.replaceAll('/', '-')}-${id.slice(0, 8)}.${ending}`;
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${file}"` };
}

/** Lines are combined into chunks, because one chunk per line would be slow. */
const CHUNK = 16_384;

/** A stream of lines that are produced on demand. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      while (text.length < CHUNK) {
        const { done, value } = await lines.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += `${value}\n`;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
