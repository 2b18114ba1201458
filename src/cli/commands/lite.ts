/** `sensebench lite`: CommonGen-lite's evaluation of a file of predictions, with a judge. */
import { z } from 'zod';
import { makeRunner } from '../../app/index.ts';
import type { CommonGenItem } from '../../benchmarks/commongen/index.ts';
import { judgePredictions, liteScores } from '../../benchmarks/commongen/index.ts';
import { loadBenchmark } from '../../benchmarks/index.ts';
import { defineAction, InputError } from '../../core/index.ts';
import { collectItems } from '../../evaluate/predict/index.ts';
import { readPredictionTexts } from '../../files/formats/index.ts';
import { score } from '../../metrics/score/index.ts';
import { percent, tableToText } from '../../report/index.ts';

export const action = defineAction({
  summary: 'CommonGen-lite: length, cover, part-of-speech cover, win or tie against people by a judge, and their product',
  options: z.object({
    dataset: z.string().describe('file of concept-sets with references'),
    predictions: z.string().describe('JSONL {id, prediction}, or one line per item'),
    judge: z.string().optional().describe('openai:MODEL[@baseURL]; without it there is no win-or-tie rate and no overall'),
    limit: z.number().int().positive().optional(),
    seed: z.number().int().default(17),
  }),
  examples: [
    'lite --dataset test.jsonl --predictions out.jsonl --judge openai:gpt-4o',
    'lite --dataset dev.jsonl --predictions out.txt --json',
  ],
  async run({ dataset, predictions: file, judge, limit, seed }, context) {
    const benchmark = await loadBenchmark('commongen');
    const items = (await collectItems(benchmark.read(dataset, {}))).slice(0, limit) as CommonGenItem[];
    const { texts } = await readPredictionTexts(file, items, benchmark);
    if (items.length === 0) throw new InputError('has no items', { file: dataset });
    const scores = await score({
      items,
      predictions: texts,
      metrics: ['coverageCommonGenEval', 'coverageCommonGenEvalPos', 'lengthWords'],
      ownMetrics: benchmark.ownMetrics,
      tools: context.tools,
      benchmark: 'commongen',
      version: context.version,
    });
    const runner = judge ? await makeRunner(judge, { benchmark, pool: [], tools: context.tools, environment: process.env }) : undefined;
    const progress = context.progress('judging', items.length);
    const judged = runner
      ? await judgePredictions(items, texts, { judge: runner, seed, signal: context.signal, onProgress: (done) => progress.update(done) })
      : [];
    progress.stop();
    const { coverageCommonGenEval: cover, coverageCommonGenEvalPos: pos, lengthWords: length } = scores.corpus;
    const lite = liteScores({ length: length ?? null, cover: cover ?? null, pos: pos ?? null, judged });
    return {
      json: { ...lite, items: items.length, judge: runner?.id ?? null, judged, signatures: scores.signatures },
      text: tableToText({
        columns: [
          { key: 'length', label: 'Length' },
          ...(['cover', 'pos', 'winTie', 'overall'] as const).map((key) => ({ key, label: key, format: percent(2) })),
        ],
        rows: [{ ...lite }],
      }),
    };
  },
});
