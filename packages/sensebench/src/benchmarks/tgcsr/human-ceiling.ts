/** The human score of TG-CSR (Santos et al. 2022, section 6) with intervals: overall, per annotator, category and split. */
import { coinScore, type HeldOutPairs, holdOutEach, humanScore, humanScoreInterval, modeLabel } from './human-score.ts';
import { categoriesOf, collapse, type RatedPairs } from './ratings/rated-pairs.ts';

interface CeilingOptions {
  resamples?: number;
  seed?: number;
  splitOf?: ReadonlyMap<string, string>;
}

export type Range = [number, number] | null;

export interface HumanCeiling {
  f1: number | null;
  interval: { f1: Range };
  perAnnotator: Record<string, number | null>;
  perCategory: Record<string, number | null>;
  perCategoryInterval: Record<string, Range>;
  perSplit?: Record<string, { pairs: number; f1: number | null; interval: Range }>;
  /** With missing ratings counted as a no. */
  f1MissingAsNo: number | null;
  /** The score of a fair coin against the mode of all annotators. */
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
