/** `sensebench commongen lite`: CommonGen-lite's evaluation of a file of predictions, with a judge. */
import { z } from 'zod';
import { defineAction, InputError, joinSentences } from '../../../core/index.ts';
import { readPredictionTexts } from '../../../files/formats/index.ts';
import { score } from '../../../metrics/score/index.ts';
import { percent, tableToText } from '../../../report/index.ts';
import { type CommonGenItem, readItems } from '../item.ts';
import { judgePredictions, liteScores } from '../lite/lite.ts';
import { conceptCoverage } from '../metrics/concept-coverage.ts';

export const lite = defineAction({
  summary: 'CommonGen-lite: length, cover, part-of-speech cover, win or tie against people by a judge, and their product',
  options: z.object({
    dataset: z.string().describe('file of concept-sets with references'),
    predictions: z.string().describe('JSONL {id, prediction}, or one line per item'),
    judge: z.string().optional().describe('openai:MODEL[@baseURL]; without it there is no win-or-tie rate and no overall'),
    limit: z.number().int().positive().optional(),
    seed: z.number().int().default(17),
  }),
  examples: [
    'commongen lite --dataset test.jsonl --predictions out.jsonl --judge openai:gpt-4o',
    'commongen lite --dataset dev.jsonl --predictions out.txt --json',
  ],
  async run({ dataset, predictions: file, judge, limit, seed }, context) {
    const all: CommonGenItem[] = [];
    for await (const item of readItems(dataset, {})) all.push(item);
    const items = all.slice(0, limit);
    const { texts } = await readPredictionTexts(file, items);
    if (items.length === 0) throw new InputError('has no items', { file: dataset });
    const scores = await score({
      items,
      predictions: texts,
      metrics: ['coverageCommonGenEval', 'coverageCommonGenEvalPos', 'lengthWords'],
      ownMetrics: [conceptCoverage],
      tools: context.tools,
      benchmark: 'commongen',
      version: context.version,
    });
    const runner = judge ? await context.runner(judge) : undefined;
    const progress = context.progress('judging', items.length);
    const judged = runner
      ? await judgePredictions(items, texts.map(joinSentences), {
          judge: runner,
          seed,
          signal: context.signal,
          onProgress: (done) => progress.update(done),
        })
      : [];
    progress.stop();
    const { coverageCommonGenEval: cover, coverageCommonGenEvalPos: pos, lengthWords: length } = scores.corpus;
    const overall = liteScores({ length: length ?? null, cover: cover ?? null, pos: pos ?? null, judged });
    return {
      json: { ...overall, items: items.length, judge: runner?.id ?? null, judged, signatures: scores.signatures },
      text: tableToText({
        columns: [
          { key: 'length', label: 'Length' },
          ...(['cover', 'pos', 'winTie', 'overall'] as const).map((key) => ({ key, label: key, format: percent(2) })),
        ],
        rows: [{ ...overall }],
      }),
    };
  },
});
