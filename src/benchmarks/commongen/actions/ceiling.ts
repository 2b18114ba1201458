/** `sensebench ceiling commongen`: people's score (Lin et al. 2020, section 5.1): each reference against the others of its set. */
import { z } from 'zod';
import { defineAction, InputError } from '../../../core/index.ts';
import { splitFile } from '../../../files/index.ts';
import { score } from '../../../metrics/score/index.ts';
import { percent, tableToText } from '../../../report/index.ts';
import { type CommonGenItem, readItems } from '../item.ts';
import { conceptCoverage } from '../metrics/concept-coverage.ts';
import { bareConcept } from '../row.ts';

const METRICS = ['spice', 'cider', 'meteor', 'bleu', 'rougeStemMean', 'rouge', 'rougeLCoco', 'coverageCommonGen', 'coverage'];

export interface LeftOut {
  items: CommonGenItem[];
  predictions: string[];
  /** Sets with one reference, which cannot be compared with another. */
  single: number;
}

/** One item for each reference: the others are its references. */
export function leaveOneOut(items: readonly CommonGenItem[]): LeftOut {
  const result: LeftOut = { items: [], predictions: [], single: 0 };
  for (const item of items) {
    if (item.references.length < 2) {
      result.single++;
      continue;
    }
    item.references.forEach((reference, place) => {
      result.items.push({ ...item, id: `${item.id}/${place}`, references: item.references.filter((_, other) => other !== place) });
      result.predictions.push(reference);
    });
  }
  return result;
}

export const ceiling = defineAction({
  summary: 'the human score of CommonGen: each reference against the others, by every metric',
  options: z.object({
    dataset: z.string().describe('file of concept-sets with references, or a dataset folder'),
    split: z.string().default('test').describe('split to read, if the dataset is a folder'),
    metrics: z.array(z.string()).default(METRICS).describe('names of metrics'),
    limit: z.number().int().positive().optional().describe('only the first n sets'),
    resamples: z.number().int().positive().default(1000),
    seed: z.number().int().default(17),
  }),
  examples: ['ceiling commongen --dataset dev.jsonl --json', 'ceiling commongen --dataset my-dataset --split dev --metrics bleu cider'],
  async run({ dataset, split, metrics, limit, resamples, seed }, context) {
    const items: CommonGenItem[] = [];
    for await (const item of readItems(dataset, { split })) {
      if (limit !== undefined && items.length >= limit) break;
      items.push(item);
    }
    const left = leaveOneOut(items);
    if (left.items.length === 0) throw new InputError('has no set with two references', { file: splitFile(dataset, split) });
    const progress = context.progress('scoring', metrics.length);
    const scores = await score({
      items: left.items,
      predictions: left.predictions,
      metrics,
      ownMetrics: [conceptCoverage],
      keywords: ({ input }) => input.concepts.map(bareConcept),
      tools: context.tools,
      benchmark: 'commongen',
      // The references of one set share its concepts.
      unit: 'concept-set',
      units: ({ input }) => [[...input.concepts].sort().join('#')],
      intervals: { seed, resamples },
      version: context.version,
      onProgress: (done) => progress.update(done),
    });
    progress.stop();
    const rows = Object.entries(scores.corpus).map(([metric, value]) => ({
      metric,
      value,
      low: scores.intervals?.[metric]?.[0] ?? null,
      high: scores.intervals?.[metric]?.[1] ?? null,
    }));
    return {
      json: {
        ...scores.corpus,
        interval: scores.intervals ?? {},
        sets: items.length,
        references: left.items.length,
        single: left.single,
        signatures: scores.signatures,
      },
      text: tableToText({
        caption: `${left.items.length} references of ${items.length} sets, each against the others (×100)`,
        columns: [
          { key: 'metric', label: 'metric' },
          { key: 'value', label: 'people', format: percent(2) },
          { key: 'low', label: '95% from', format: percent(2) },
          { key: 'high', label: 'to', format: percent(2) },
        ],
        rows,
      }),
    };
  },
});
