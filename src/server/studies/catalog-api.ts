/** Routes that list the dataset and run folders which studies can be made from. */
import { createRoute, z } from '@hono/zod-openapi';
import { newApi } from '../http/new-api.ts';
import { answers } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';

const taskSchema = z.object({
  name: z.string(),
  summary: z.string(),
  people: z.number(),
  /** Judges outputs: it needs runs. */
  needsRuns: z.enum(['none', 'one', 'several']),
});

const datasetSchema = z.object({
  /** Relative to the folder that `serve` was given; what studies are made with. */
  folder: z.string(),
  name: z.string(),
  benchmark: z.string(),
  splits: z.array(z.object({ name: z.string(), rows: z.number() })),
  tasks: z.array(taskSchema),
  /** Why it cannot be used: its benchmark is a module that was not named, its files changed. */
  problem: z.string().optional(),
});

export const listDatasetsRoute = createRoute({
  method: 'get',
  path: '/api/datasets',
  responses: answers(z.object({ root: z.string(), datasets: z.array(datasetSchema) }), 'the dataset folders that serve found'),
});

export const listRunsRoute = createRoute({
  method: 'get',
  path: '/api/runs',
  request: { query: z.object({ benchmark: z.string() }) },
  responses: answers(
    z.object({ runs: z.array(z.object({ folder: z.string(), name: z.string(), model: z.string(), predictions: z.number() })) }),
    'the run folders of a benchmark',
  ),
});

export function datasetsApi({ catalog }: Studio) {
  return newApi()
    .openapi(listDatasetsRoute, async (c) => c.json({ root: catalog.root, datasets: await catalog.listDatasets() }, 200))
    .openapi(listRunsRoute, async (c) => c.json({ runs: await catalog.listRuns(c.req.valid('query').benchmark) }, 200));
}
