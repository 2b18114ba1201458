/** `sensebench metrics agree`: which metric agrees with people, on ratings or places of outputs. */

import { type ActionContext, type Benchmark, defineAction, InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { findRun, loadMetrics, runOptions } from '../../app/index.ts';
import {
  agreementTables,
  agreeWithPeople,
  checkJudgements,
  type JudgedRun,
  judgementsOfRuns,
  orderNotes,
  readJudgements,
  scoreOutputs,
} from '../../evaluate/metric-agreement/index.ts';
import { readPredictions } from '../../files/index.ts';

export const agree = defineAction({
  summary: 'which metric agrees with people: correlations with ratings or places of outputs',
  arguments: [
    { name: 'judgements', summary: 'JSON Lines or CSV of ratings or places; with --runs, decisions on comparisons', variadic: true },
  ],
  options: z.object({
    judgements: z.array(z.string()).min(1),
    runs: z.array(z.string()).default([]).describe('run folders that the decisions compare: outputs and references come from them'),
    metrics: z.array(z.string()).default([]).describe('names of metrics (default: all that need no model)'),
    resamples: z.number().int().min(10).max(100_000).default(1000).describe('draws of the intervals'),
    seed: z.number().int().default(17).describe('seed of the intervals'),
    ...runOptions,
  }),
  examples: [
    'metrics agree ratings.jsonl',
    'metrics agree decisions.jsonl --runs runs/bart runs/t5 runs/ngram --metrics bleu4,cider,spice --json',
  ],
  async run({ judgements, runs, metrics: names, resamples, seed, ...where }, context) {
    const found = runs.length > 0 ? await readRuns(judgements, runs, { where, context }) : { outputs: await readJudgements(judgements) };
    checkJudgements(found.outputs, judgements.join(', '));
    const { benchmark, items } = 'benchmark' in found ? found : {};
    const { names: chosen, own } = await loadMetrics(names, benchmark);
    const scorer = context.scorer(chosen, { ownMetrics: own });
    const { outputs, metrics } = await scoreOutputs(found.outputs, { scorer, benchmark, items, signal: context.signal });
    const agreement = agreeWithPeople(outputs, { metrics, resamples, seed });
    for (const line of orderNotes(agreement)) context.warn(line);
    return {
      json: { ...agreement, resampling: { unit: 'item', resamples, seed } },
      tables: agreementTables(agreement),
    };
  },
});

interface FoundJudgements {
  outputs: Awaited<ReturnType<typeof judgementsOfRuns>>['outputs'];
  items: Map<string, Item>;
  benchmark: Benchmark;
}

/** All runs are of one dataset: that of the first. */
async function readRuns(
  paths: readonly string[],
  folders: readonly string[],
  { where, context }: { where: { dataset?: string; benchmark?: string }; context: ActionContext },
): Promise<FoundJudgements> {
  const first = await findRun(folders[0], where, context);
  const runs: JudgedRun[] = [];
  for (const folder of folders) {
    const { manifest } = folder === folders[0] ? first : await findRun(folder, where, context);
    if (manifest.dataset.sha256 !== first.manifest.dataset.sha256)
      throw new InputError(`is a run of another dataset than ${folders[0]}`, { file: folder });
    const outputs = new Map<string, string>();
    for await (const { id, prediction, repeat, order } of readPredictions(folder))
      if (repeat === 0 && order === 0) outputs.set(id, prediction);
    runs.push({
      name:
        folder
          .replace(/[/\\]+$/, '')
          .split(/[/\\]/)
          .at(-1) ?? folder,
      outputs,
    });
  }
  const { benchmark } = first;
  const judged = await judgementsOfRuns(paths, { benchmark, items: first.items, runs, now: context.now(), warn: context.warn });
  return { ...judged, benchmark };
}
