/** `sensebench ceiling situatedgen`: the score of pairs written by people from the keywords (section 7, "Human performance"). */

import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { printedScore, score } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { exchangeSentences, toItems } from '../item.ts';
import { contrast } from '../metrics/contrast.ts';
import { match } from '../metrics/match.ts';
import { PUBLISHED } from '../published.ts';
import { hashExampleFiles, readExampleFiles } from '../read-examples.ts';
import { TASKS } from '../tasks/index.ts';
import { writeTask } from '../tasks/write.ts';

export const ceiling = defineAction({
  summary: 'the human score: pairs written by people, against the references',
  options: z.object({
    dataset: z.array(z.string()).min(1).describe('the examples that people wrote for'),
    decisions: z.array(z.string()).min(1).describe(`decisions of the task ${writeTask.name}, JSON Lines or CSV`),
    metrics: z.array(z.string()).default(['match', 'coverage', 'bleu', 'rouge', 'meteor', 'cider']).describe('names of metrics'),
    seed: z.number().int().default(17).describe('seed of the intervals'),
  }),
  examples: ['ceiling situatedgen --dataset test.jsonl --decisions written.jsonl --json'],
  async run({ dataset, decisions: paths, metrics, seed }, context) {
    const files = await readExampleFiles(dataset);
    const items = toItems(files.flatMap((file) => file.examples));
    const { current: written } = await readDecisions(paths, writeTask, {
      items,
      datasets: await hashExampleFiles(files),
      tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }),
      now: context.now(),
      warn: context.warn,
    });
    if (written.length === 0)
      throw new InputError('nobody wrote for these examples', { file: paths[0], expected: `decisions of the task ${writeTask.name}` });
    const rows = writeTask.answers?.(written, items) ?? [];
    const scores = await score({
      benchmark: 'situatedgen',
      items: rows.map(({ item }) => item),
      predictions: rows.map(({ item, answer }) => ({ id: item.id, prediction: answer })),
      metrics,
      ownMetrics: [match, contrast],
      keywords: ({ input }) => input.keywords,
      exchanged: exchangeSentences,
      tools: context.tools,
      version: context.version,
      intervals: { seed },
    });
    const human = PUBLISHED.filter(({ system }) => system === 'Human');
    const { corpus, intervals, signatures } = scores;
    const print = (metric: string, value: number | null | undefined) =>
      typeof value === 'number' ? printedScore(metric, value, [match, contrast]) : null;
    return {
      json: {
        ...corpus,
        interval: intervals ?? {},
        items: rows.length,
        annotators: new Set(written.map(({ annotator }) => annotator)).size,
        signatures,
        published: human,
      },
      tables: [
        {
          caption: `${rows.length} pairs written by people (×100; CIDEr ×10)`,
          columns: [
            { key: 'metric', label: 'metric' },
            { key: 'score', label: 'score', align: 'right' },
            { key: 'interval', label: '95% interval' },
            { key: 'paper', label: 'Zhang and Wan 2023', align: 'right' },
          ],
          rows: Object.entries(corpus).map(([metric, score]) => ({
            metric,
            score: print(metric, score),
            interval: intervals?.[metric]?.map((end) => print(metric, end)).join('–'),
            paper: print(metric, human[0]?.scores[metric]),
          })),
        },
      ],
    };
  },
});
