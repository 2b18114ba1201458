/** `sensebench report <run> …`: one page for one run, or for several side by side. */
import { join } from 'node:path';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { findRun, runOptions } from '../../app/index.ts';
import { compareHeadline } from '../../evaluate/scores/index.ts';
import { readRun, writeFileAtomic } from '../../files/index.ts';
import { headlineOf, PUBLISHED_SHOWN, renderRunReport } from '../../report/runs/index.ts';

export const action = defineAction({
  summary: 'write the report of one run, or of several side by side',
  arguments: [{ name: 'run', summary: 'run folders of one dataset', variadic: true }],
  options: z.object({
    run: z.array(z.string()).min(1),
    out: z.string().optional().describe('page to write (default: report.html in the first run folder)'),
    published: z
      .enum(PUBLISHED_SHOWN)
      .default('all')
      .describe('published rows: none, those of the same data, or also those of other data, behind a fold'),
    ...runOptions,
  }),
  examples: ['report runs/gpt-4o-mini', 'report runs/flan-t5 runs/gpt-4o-mini --out both.html'],
  async run({ run: folders, out = join(folders[0], 'report.html'), published, ...where }, context) {
    const { benchmark, items, manifest } = await findRun(folders[0], where, context);
    const runs = await Promise.all(folders.map(readRun));
    for (const [i, run] of runs.entries()) {
      if (run.manifest.dataset.sha256 !== manifest.dataset.sha256)
        throw new InputError('is a run of another dataset; a report shows one dataset', { file: folders[i] });
    }
    const known = new Set(items.map(({ id }) => id));
    for (const [i, { predictions }] of runs.entries()) {
      if (![...predictions.keys()].some((id) => known.has(id)))
        throw new InputError(`has no item in common with ${folders[0]}`, { file: folders[i] });
    }
    const comparison = await compareHeadline(
      folders.map((folder, i) => ({ folder, run: runs[i] })),
      { benchmark, items, output: headlineOf(runs), scorer: context.scorer, signal: context.signal },
    );
    const page = renderRunReport({ benchmark, items, runs, comparison, published });
    await writeFileAtomic(out, page);
    return { json: { out, runs: runs.map(({ name }) => name), items: items.length, bytes: Buffer.byteLength(page) }, text: out };
  },
});
