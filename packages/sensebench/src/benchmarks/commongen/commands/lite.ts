/** `sensebench commongen lite`: CommonGen-lite's evaluation of a file of predictions, with a judge. */

import { defineAction, InputError, joinSentences, readDeeply } from '@sensebench/metrics/internal/core';
import { score } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { readPredictionTexts } from '../../../files/formats/index.ts';
import { percent } from '../../../report/index.ts';
import { judgePredictions, liteScores, readEvalOutputs } from '../analysis/lite.ts';
import { type CommonGenItem, readItems } from '../item.ts';
import { conceptCoverage } from '../metrics/concept-coverage.ts';

export const lite = defineAction({
  summary: 'CommonGen-lite: length, cover, part-of-speech cover, win or tie against people by a judge, and their product',
  options: z.object({
    dataset: z
      .string()
      .optional()
      .describe("file of concept-sets; references are needed only with --judge. CommonGen-Eval's JSON needs none"),
    predictions: z.string().describe("JSONL {id, prediction}, one line per item, or CommonGen-Eval's JSON of model outputs"),
    judge: z
      .string()
      .optional()
      .describe(
        'the judging model, like openai:gpt-4o(cache=answers), where the cache answers repeated questions; without a judge there is no win-or-tie rate and no overall score',
      ),
    deep: z.boolean().default(false).describe('use the deep model for lemmas and tags, which is more accurate and about ten times slower'),
    limit: z.number().int().positive().optional().describe('only the first n sets'),
    seed: z.number().int().default(17),
  }),
  examples: [
    'commongen lite --dataset test.jsonl --predictions out.jsonl --judge openai:gpt-4o',
    'commongen lite --dataset dev.jsonl --predictions out.txt --json',
    'commongen lite --predictions model_outputs/mine.json --deep',
  ],
  async run({ dataset, predictions: file, judge, deep, limit, seed }, context) {
    const read = await readSets(dataset, file);
    for (const note of read.notes) context.warn(note);
    const [items, texts] = [read.items.slice(0, limit), read.texts.slice(0, limit)];
    const scores = await score({
      items,
      predictions: texts,
      metrics: ['coverageCommonGenEval', 'coverageCommonGenEvalPos', 'lengthWords'],
      ownMetrics: [conceptCoverage],
      tools: readDeeply(context.tools, { deep }),
      benchmark: 'commongen',
      version: context.version,
    });
    const runner = judge ? await context.runner(judge) : undefined;
    const progress = context.progress('judging', items.length);
    const judged = runner
      ? await judgePredictions(items, texts, {
          judge: runner,
          seed,
          signal: context.signal,
          onProgress: (done) => progress.update(done),
        })
      : [];
    progress.stop();
    const unclear = judged.filter(({ verdict }) => verdict === null).length;
    if (unclear > 0) context.warn(`the judge's answer was not A, B or tie for ${unclear} of ${judged.length} sets; they are left out`);
    const { coverageCommonGenEval: cover, coverageCommonGenEvalPos: pos, lengthWords: length } = scores.corpus;
    const overall = liteScores({ length: length ?? null, cover: cover ?? null, pos: pos ?? null, judged });
    return {
      json: {
        ...overall,
        items: items.length,
        ...(runner ? { unclear } : {}),
        judge: runner?.id ?? null,
        judged,
        signatures: scores.signatures,
      },
      tables: [
        {
          columns: [
            { key: 'length', label: 'Length' },
            ...(['cover', 'pos', 'winTie', 'overall'] as const).map((key) => ({ key, label: key, format: percent(2) })),
          ],
          rows: [{ ...overall }],
        },
      ],
    };
  },
});

/** The sets with the prediction for each. */
async function readSets(
  dataset: string | undefined,
  predictions: string,
): Promise<{ items: readonly CommonGenItem[]; texts: readonly string[]; notes: readonly string[] }> {
  const known: CommonGenItem[] = [];
  if (dataset) for await (const item of readItems(dataset, {})) known.push(item);
  const outputs = await readEvalOutputs(predictions, known);
  if (outputs) return { ...outputs, notes: [] };
  if (!dataset) throw new InputError('does not hold its concept-sets; give them with --dataset', { file: predictions });
  if (known.length === 0) throw new InputError('has no items', { file: dataset });
  const { texts, notes } = await readPredictionTexts(predictions, known);
  return { items: known, texts: texts.map(joinSentences), notes };
}
