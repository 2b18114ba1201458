/** Routes by which an owner finds what a study can be made of: dataset folders, runs, tasks. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers } from '../shapes.ts';

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

export const listDatasets = createRoute({
  method: 'get',
  path: '/api/datasets',
  responses: answers(z.object({ root: z.string(), datasets: z.array(datasetSchema) }), 'the dataset folders that serve found'),
});

export const listRuns = createRoute({
  method: 'get',
  path: '/api/runs',
  request: { query: z.object({ benchmark: z.string() }) },
  responses: answers(
    z.object({ runs: z.array(z.object({ folder: z.string(), name: z.string(), model: z.string(), predictions: z.number() })) }),
    'the run folders of a benchmark',
  ),
});
