/** `sensebench ceiling commongen`: the human score (Lin et al. 2020, section 5.1), by leave-one-out or by the paper's protocol. */

import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { printedScore, score } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { splitFile } from '../../../files/index.ts';
import { bareConcept, type CommonGenItem, readItems } from '../item.ts';
import { conceptCoverage } from '../metrics/concept-coverage.ts';
import { PUBLISHED } from '../published.ts';

const PROTOCOLS = ['leave-one-out', 'paper'] as const;
type Protocol = (typeof PROTOCOLS)[number];

interface PeoplePairs {
  items: CommonGenItem[];
  predictions: string[];
  /** The number of sets with a single reference, which cannot be compared with another. */
  single: number;
}

/** The authors used the three shortest references of a set. */
const SHORTEST = 3;

/** People as a system in CommonGen: each reference against the others, or the pairs behind the paper's human row (Tables 3 and 7). */
export function peoplePairs(items: readonly CommonGenItem[], protocol: Protocol): PeoplePairs {
  return protocol === 'paper' ? orderedPairs(items) : leaveOneOut(items);
}

/** Makes one item per reference, with the others as its references. */
function leaveOneOut(items: readonly CommonGenItem[]): PeoplePairs {
  const several = items.filter(({ references }) => references.length > 1);
  const rows = several.flatMap((item) =>
    item.references.map((prediction, place) => ({
      item: { ...item, id: `${item.id}/${place}`, references: item.references.filter((_, other) => other !== place) },
      prediction,
    })),
  );
  return toPairs(rows, items.length - several.length);
}

/** Every ordered pair of the three shortest references (in characters), including each with itself: a third of the pairs are perfect by construction. */
function orderedPairs(items: readonly CommonGenItem[]): PeoplePairs {
  const several = items.filter(({ references }) => references.length > 1);
  const rows = several.flatMap((item) => {
    const shortest = item.references.toSorted((a, b) => a.length - b.length).slice(0, SHORTEST);
    return shortest.flatMap((prediction, i) =>
      shortest.map((reference, j) => ({ item: { ...item, id: `${item.id}/${i}/${j}`, references: [reference] }, prediction })),
    );
  });
  return toPairs(rows, items.length - several.length);
}

function toPairs(rows: readonly { item: CommonGenItem; prediction: string }[], single: number): PeoplePairs {
  return { items: rows.map(({ item }) => item), predictions: rows.map(({ prediction }) => prediction), single };
}

const METRICS = ['spice', 'cider', 'meteor', 'bleu', 'rougeStemMean', 'rouge', 'rougeLCoco', 'coverageCommonGen', 'coverage'];

const CAPTIONS: Readonly<Record<Protocol, string>> = {
  'leave-one-out': 'each reference against the others of its set',
  paper: 'every ordered pair of the three shortest references of a set, including each with itself: a third of the pairs are perfect',
};

export const ceiling = defineAction({
  summary: "the human score of CommonGen: each reference against the others, or the paper's protocol",
  options: z.object({
    dataset: z.string().describe('file of concept-sets with references, or a dataset folder'),
    split: z.string().default('test').describe('split to read, if the dataset is a folder'),
    protocol: z
      .enum(PROTOCOLS)
      .default('leave-one-out')
      .describe('leave-one-out: each reference against the others; paper: as the published human row was computed'),
    metrics: z.array(z.string()).default(METRICS).describe('names of metrics'),
    limit: z.number().int().positive().optional().describe('only the first n sets'),
    seed: z.number().int().default(17),
  }),
  examples: [
    'ceiling commongen --dataset dev.jsonl --json',
    'ceiling commongen --dataset dev.jsonl --protocol paper',
    'ceiling commongen --dataset my-dataset --split dev --metrics bleu cider',
  ],
  async run({ dataset, split, protocol, metrics, limit, seed }, context) {
    const items: CommonGenItem[] = [];
    for await (const item of readItems(dataset, { split })) {
      if (limit !== undefined && items.length >= limit) break;
      items.push(item);
    }
    const left = peoplePairs(items, protocol);
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
      intervals: { seed },
      version: context.version,
      onProgress: (done) => progress.update(done),
    });
    progress.stop();
    const print = (metric: string, value: number | null | undefined) =>
      value === null || value === undefined ? null : printedScore(metric, value, [conceptCoverage]);
    const human = PUBLISHED.find(({ system }) => system.startsWith('Human'));
    return {
      json: {
        ...scores.corpus,
        interval: scores.intervals ?? {},
        protocol,
        sets: items.length,
        ...(protocol === 'paper' ? { pairs: left.items.length } : { references: left.items.length }),
        single: left.single,
        signatures: scores.signatures,
      },
      tables: [
        {
          caption: `${items.length} sets: ${CAPTIONS[protocol]} (×100; CIDEr ×10)`,
          columns: [
            { key: 'metric', label: 'metric' },
            { key: 'value', label: 'people', align: 'right' },
            { key: 'low', label: '95% from', align: 'right' },
            { key: 'high', label: 'to', align: 'right' },
            ...(protocol === 'paper' ? [{ key: 'paper', label: 'Lin et al. 2020, test', align: 'right' as const }] : []),
          ],
          rows: Object.entries(scores.corpus).map(([metric, value]) => ({
            metric,
            value: print(metric, value),
            low: print(metric, scores.intervals?.[metric]?.[0]),
            high: print(metric, scores.intervals?.[metric]?.[1]),
            paper: print(metric, human?.scores[metric]),
          })),
        },
      ],
    };
  },
});
