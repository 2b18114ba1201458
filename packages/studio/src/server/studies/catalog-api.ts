/** Routes that list the dataset and run folders from which studies can be created. */

import { z } from '@hono/zod-openapi';
import { route, STUDIO } from '../http/access.ts';
import { newApi } from '../http/new-api.ts';
import { answers } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';
import { listedDatasetSchema, listedRunSchema } from './catalog.ts';

export const listDatasetsRoute = route(STUDIO, {
  method: 'get',
  path: '/api/datasets',
  responses: answers(
    z.object({ root: z.string(), datasets: z.array(listedDatasetSchema) }),
    'the dataset folders that the server has found',
  ),
});

export const listRunsRoute = route(STUDIO, {
  method: 'get',
  path: '/api/runs',
  request: { query: z.object({ benchmark: z.string() }) },
  responses: answers(z.object({ runs: z.array(listedRunSchema) }), 'the run folders of a benchmark'),
});

export function datasetsApi({ catalog }: Studio) {
  return newApi()
    .openapi(listDatasetsRoute, async (c) => c.json({ root: catalog.root, datasets: await catalog.listDatasets() }, 200))
    .openapi(listRunsRoute, async (c) => c.json({ runs: await catalog.listRuns(c.req.valid('query').benchmark) }, 200));
}
