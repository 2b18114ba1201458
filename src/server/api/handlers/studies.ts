/** Studies: preview, making, settings, items, known answers. */
import { changeStudy as change, setPriority as prioritize, listStudies as studiesOf } from '../../store/index.ts';
import { describeStudy, describeStudyById, listStudyItems, openStudy, STUDY_PAGES, type Studio } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { addGold, changeStudy, createStudy, listItems, listStudies, previewStudy, readStudy, setPriority } from '../routes/studies.ts';

export function studiesApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(previewStudy, async (c) => c.json(await studio.tasks.run(STUDY_PAGES.preview, [c.req.valid('json')]), 200))
    .openapi(createStudy, async (c) => {
      const { dataset, split, task, runs, count, seed, ...settings } = c.req.valid('json');
      const row = await studio.tasks.run(STUDY_PAGES.create, [{ dataset, split, task, runs, count, seed, settings }]);
      return c.json(await describeStudy(studio, row, { owner: true }), 200);
    })
    .openapi(listStudies, async (c) => {
      const { study, role } = whoOf(c);
      const rows = await studiesOf(sql, { study });
      return c.json({ studies: await Promise.all(rows.map((row) => describeStudy(studio, row, { owner: role === 'owner' }))) }, 200);
    })
    .openapi(readStudy, async (c) =>
      c.json(await describeStudyById(studio, c.req.valid('param').study, { owner: whoOf(c).role === 'owner' }), 200),
    )
    .openapi(changeStudy, async (c) => {
      const { state, ...settings } = c.req.valid('json');
      const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      const row = await change(sql, { study: c.req.valid('param').study, settings: given, ...(state ? { state } : {}) });
      return c.json(await describeStudy(studio, row, { owner: true }), 200);
    })
    .openapi(addGold, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(STUDY_PAGES.addGold, [study, c.req.valid('json')]), 200);
    })
    .openapi(listItems, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      return c.json(await listStudyItems(studio, study, c.req.valid('query')), 200);
    })
    .openapi(setPriority, async (c) => {
      const { priority } = c.req.valid('json');
      await prioritize(sql, { ...c.req.valid('param'), priority });
      return c.json({ priority }, 200);
    });
}
