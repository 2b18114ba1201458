/** `sensebench ceiling tgcsr`: the human score of section 6 with intervals, beside the published figures. */

import { defineAction, type Table } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { percent } from '../../../report/index.ts';
import { type HumanCeiling, humanCeiling, type Range } from '../human-ceiling.ts';
import { type PeopleFigures, peopleOptions, peopleTables, readPeople } from '../people-groups.ts';
import { PUBLISHED, PUBLISHED_HUMAN } from '../published.ts';
import { ratingsOptions, readGivenRatings } from '../ratings-options.ts';
import { readSplitOf } from '../splits.ts';

export const ceiling = defineAction({
  summary: 'the human score: leave one annotator out, the mode of the others predicts',
  options: z.object({
    ...ratingsOptions,
    ...peopleOptions,
    dataset: z.string().optional().describe('a dataset folder, to score each of its splits'),
    resamples: z.number().int().positive().default(1000).describe('bootstrap resamples of the intervals'),
    seed: z.number().int().default(1).describe('seed of the bootstrap'),
  }),
  examples: [
    'ceiling tgcsr --ratings vacationing-abroad-mc-ratings.csv --json',
    'ceiling tgcsr --ratings ratings.csv --dataset my-dataset',
  ],
  async run(options, context) {
    const { dataset, resamples, seed } = options;
    const rated = await readGivenRatings(options, context);
    const splitOf = dataset ? await readSplitOf(dataset) : undefined;
    const found = humanCeiling(rated, { resamples, seed, splitOf });
    const people = await readPeople(rated, options, context);
    return {
      json: { ...found, ...(people ? { people } : {}), published: PUBLISHED_HUMAN, publishedModels: PUBLISHED },
      tables: describe(found, people),
    };
  },
});

function describe(found: HumanCeiling, people?: PeopleFigures): Table[] {
  const range = (value: Range) => (value ? value.map((end) => (100 * end).toFixed(2)).join('–') : null);
  const rows = [
    { what: 'overall', f1: found.f1, interval: range(found.interval.f1) },
    ...Object.entries(found.perSplit ?? {}).map(([split, part]) => ({
      what: `split ${split}`,
      f1: part.f1,
      interval: range(part.interval),
    })),
    ...Object.entries(found.perCategory).map(([what, f1]) => ({ what, f1, interval: range(found.perCategoryInterval[what]) })),
    ...Object.entries(found.perAnnotator).map(([annotator, f1]) => ({ what: `annotator ${annotator}`, f1 })),
    { what: 'overall, missing ratings as no', f1: found.f1MissingAsNo },
    { what: 'a fair coin, against the mode', f1: found.random.f1 },
    ...PUBLISHED_HUMAN.map(({ system, split, scores }) => ({ what: `paper: ${system}, ${split}`, f1: scores.f1 })),
  ];
  const table: Table = {
    caption: `Human score, ${found.pairs} pairs, ${found.annotators} annotators, ${found.gaps} missing ratings`,
    columns: [
      { key: 'what', label: '' },
      { key: 'f1', label: 'F1', align: 'right', format: percent(2) },
      { key: 'interval', label: '95% interval', align: 'right' },
    ],
    rows,
  };
  return [table, ...(people ? peopleTables(people) : [])];
}
