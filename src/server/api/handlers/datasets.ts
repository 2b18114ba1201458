/** What studies can be made of. */
import type { Studio } from '../../studio/index.ts';
import { newApi } from '../new-api.ts';
import { listDatasets, listRuns } from '../routes/datasets.ts';

export function datasetsApi({ catalog }: Studio) {
  return newApi()
    .openapi(listDatasets, async (c) => c.json({ root: catalog.root, datasets: await catalog.listDatasets() }, 200))
    .openapi(listRuns, async (c) => c.json({ runs: await catalog.listRuns(c.req.valid('query').benchmark) }, 200));
}
