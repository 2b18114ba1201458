/** `sensebench rescore <run> …`: scores run folders again, with other metrics or a newer version; no model is asked. */
import { join } from 'node:path';
import { defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { conceptNetFor, deepOption, findRun, runOptions, withMetrics } from '../../app/index.ts';
import { scoreRun } from '../../evaluate/scores/index.ts';
import { readRun, writeFileAtomic } from '../../files/index.ts';
import { columnOptions, hiddenScores, renderRunReport, shownColumns, systemsTable } from '../../report/runs/index.ts';

export const action = defineAction({
  summary: 'score run folders again; no model is asked',
  arguments: [{ name: 'run', summary: 'run folders', variadic: true }],
  options: z.object({
    run: z.array(z.string()).min(1),
    metrics: z.array(z.string()).default([]).describe("names of metrics (default: the benchmark's own)"),
    ci: z.boolean().default(false).describe('95% intervals; items that share a unit count together'),
    seed: z.number().int().default(17).describe('seed of the intervals of --ci'),
    conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz: scores by connectivity, where the benchmark has them"),
    ...columnOptions,
    ...deepOption,
    ...runOptions,
  }),
  examples: ['rescore runs/gpt-4o-mini --ci', 'rescore runs/* --metrics bleu cider coverage'],
  async run({ run: folders, metrics, ci, seed, conceptnet, allMetrics, deep, ...where }, context) {
    const systems = [];
    for (const folder of folders) {
      const found = await findRun(folder, where, context);
      const { items } = found;
      const { benchmark, names } = await withMetrics(found.benchmark, metrics);
      await scoreRun(folder, {
        benchmark,
        items,
        scorer: context.scorer(names, {
          deep,
          conceptnet: conceptNetFor(benchmark, conceptnet),
        }),
        intervals: ci ? { seed } : undefined,
        signal: context.signal,
      });
      const run = await readRun(folder);
      await writeFileAtomic(join(folder, 'report.html'), renderRunReport({ benchmark, items, runs: [run] }));
      systems.push({ run, benchmark, items });
    }
    const runs = systems.map(({ run }) => run);
    const [{ benchmark, items }] = systems;
    const columns = shownColumns(benchmark, { allMetrics, metrics });
    const table = systemsTable(runs, benchmark, { items, intervals: true, columns });
    return {
      json: runs.length === 1 ? runs[0].scores : { systems: Object.fromEntries(runs.map(({ name, scores }) => [name, scores])) },
      tables: [table],
      notes: [...hiddenScores(runs[0].scores, columns), ...folders.map((folder) => `report: ${join(folder, 'report.html')}`)].join('\n'),
    };
  },
});
