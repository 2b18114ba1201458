/** What follows from answers: progress, agreement and outcome, adjudication, export, import, write-back. */
import { adjudicateItem, exportLines, openStudy, STUDY_PAGES, type Studio } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import {
  adjudicate,
  exportDecisions,
  importDecisions,
  listDisagreements,
  readOutcome,
  readProgress,
  writeBack,
} from '../routes/results.ts';

export function resultsApi(studio: Studio) {
  return newApi()
    .openapi(readProgress, async (c) => c.json(await studio.tasks.run(STUDY_PAGES.progress, [c.req.valid('param').study]), 200))
    .openapi(readOutcome, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(STUDY_PAGES.outcome, [study, { named: whoOf(c).role === 'owner' }]), 200);
    })
    .openapi(listDisagreements, async (c) => {
      const { study } = c.req.valid('param');
      return c.json({ items: await studio.tasks.run(STUDY_PAGES.disagreements, [study]) }, 200);
    })
    .openapi(adjudicate, async (c) => {
      const { study: id, item } = c.req.valid('param');
      const study = await openStudy(studio, id);
      await adjudicateItem(studio, study, { item, person: whoOf(c).person, ...c.req.valid('json') });
      return c.json({ saved: true as const }, 200);
    })
    .openapi(exportDecisions, async (c) => {
      const study = await openStudy(studio, c.req.valid('param').study);
      const file = `${study.task.name.replaceAll('/', '-')}-${study.id.slice(0, 8)}.jsonl`;
      return c.body(streamOf(exportLines(studio, study)), 200, {
        'Content-Type': 'text/jsonl; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
      });
    })
    .openapi(importDecisions, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(STUDY_PAGES.import, [study, c.req.valid('json')]), 200);
    })
    .openapi(writeBack, async (c) => {
      const { study } = c.req.valid('param');
      return c.json(await studio.tasks.run(STUDY_PAGES.writeBack, [study, c.req.valid('json')]), 200);
    });
}

/** A chunk for some lines: one each would be slow. */
const CHUNK = 16_384;

/** Lines as bytes, made as fast as they are read. */
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
