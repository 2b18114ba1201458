/** `sensebench ceiling tgcsr`: the human score of section 6 with intervals, beside the published figures. */
import { z } from 'zod';
import type { Table } from '../../../core/index.ts';
import { defineAction } from '../../../core/index.ts';
import { percent, tableToText } from '../../../report/index.ts';
import { coinScore, type HeldOutPairs, holdOutEach, humanScore, humanScoreInterval, modeLabel } from '../human-score.ts';
import { PUBLISHED, PUBLISHED_HUMAN } from '../published.ts';
import { categoriesOf, collapse, type RatedPairs } from '../ratings/rated-pairs.ts';
import { ratingsOptions, readGivenRatings } from '../ratings-options.ts';
import { readSplitOf } from '../read-split-of.ts';

export const ceiling = defineAction({
  summary: 'the human score: leave one annotator out, the mode of the others predicts',
  options: z.object({
    ...ratingsOptions,
    dataset: z.string().optional().describe('a dataset folder, to score each of its splits'),
    resamples: z.number().int().positive().default(1000).describe('bootstrap resamples of the intervals'),
    seed: z.number().int().default(1).describe('of the bootstrap'),
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
    return { json: { ...found, published: PUBLISHED_HUMAN, publishedModels: PUBLISHED }, text: describe(found) };
  },
});

export interface CeilingOptions {
  resamples?: number;
  seed?: number;
  splitOf?: ReadonlyMap<string, string>;
}

type Range = [number, number] | null;

export interface HumanCeiling {
  f1: number | null;
  interval: { f1: Range };
  perAnnotator: Record<string, number | null>;
  perCategory: Record<string, number | null>;
  perCategoryInterval: Record<string, Range>;
  perSplit?: Record<string, { pairs: number; f1: number | null; interval: Range }>;
  /** With an annotator's gap taken as a no. */
  f1MissingAsNo: number | null;
  /** A fair coin against the mode of all annotators. */
  random: { f1: number | null; shareOfYes: number | null };
  pairs: number;
  gaps: number;
  annotators: number;
}

export function humanCeiling(rated: RatedPairs, { resamples = 1000, seed = 1, splitOf }: CeilingOptions = {}): HumanCeiling {
  const held = holdOutEach(rated);
  const { f1, perAnnotator } = humanScore(held);
  const interval = (part: readonly HeldOutPairs[]): Range => {
    const range = humanScoreInterval(part, { resamples, seed });
    return range && [range.low, range.high];
  };
  const where = (keep: (place: number) => boolean) => held.filter((_, i) => keep(i));
  const categories = categoriesOf(rated.pairs).map((category) => ({ category, part: where((i) => rated.pairs[i].category === category) }));
  const splits = splitOf ? [...new Set(splitOf.values())] : [];
  const modes = rated.pairs.map(({ values }) => modeLabel(values.map((value) => (value === null ? null : collapse(value, rated.scale)))));
  const known = modes.filter((label) => label !== null);
  const yes = known.filter(Boolean).length;
  return {
    f1,
    interval: { f1: interval(held) },
    perAnnotator: Object.fromEntries(rated.annotators.map((annotator, i) => [annotator, perAnnotator[i]])),
    perCategory: Object.fromEntries(categories.map(({ category, part }) => [category, humanScore(part).f1])),
    perCategoryInterval: Object.fromEntries(categories.map(({ category, part }) => [category, interval(part)])),
    ...(splitOf
      ? {
          perSplit: Object.fromEntries(
            splits.map((split) => {
              const part = where((i) => splitOf.get(rated.pairs[i].id) === split);
              return [split, { pairs: part.length, f1: humanScore(part).f1, interval: interval(part) }];
            }),
          ),
        }
      : {}),
    f1MissingAsNo: humanScore(holdOutEach(rated, { missing: 'no' })).f1,
    random: { f1: coinScore({ yes, no: known.length - yes }), shareOfYes: known.length > 0 ? yes / known.length : null },
    pairs: rated.pairs.length,
    gaps: rated.pairs.reduce((sum, { values }) => sum + values.filter((value) => value === null).length, 0),
    annotators: rated.annotators.length,
  };
}

function describe(found: HumanCeiling): string {
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
    { what: 'overall, a gap as a no', f1: found.f1MissingAsNo },
    { what: 'a fair coin against the mode', f1: found.random.f1 },
    ...PUBLISHED_HUMAN.map(({ system, split, scores }) => ({ what: `paper: ${system}, ${split}`, f1: scores.f1 })),
  ];
  const table: Table = {
    caption: `Human score, ${found.pairs} pairs, ${found.annotators} annotators, ${found.gaps} gaps`,
    columns: [
      { key: 'what', label: '' },
      { key: 'f1', label: 'F1', align: 'right', format: percent(2) },
      { key: 'interval', label: '95% interval', align: 'right' },
    ],
    rows,
  };
  return tableToText(table);
}
