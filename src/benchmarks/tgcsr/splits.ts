/** Few-shot splits (Santos et al. 2022, sections 1 and 5.2): small labelled train and dev, fewer labels with each phase. */
import { createRandom } from '../../core/index.ts';
import { PUBLISHED_SIZES } from './published.ts';
import type { Split } from './read-split-of.ts';

export interface SplitShares {
  train: number;
  dev: number;
}

/** The first phase has the paper's sizes, 81 and 77 of 331, the fourth is zero-shot; between them the paper says only "relatively smaller": the thirds are ours. */
export function phaseShares(phase: 1 | 2 | 3 | 4): SplitShares {
  const left = (4 - phase) / 3;
  return { train: (left * PUBLISHED_SIZES.train) / PUBLISHED_SIZES.pairs, dev: (left * PUBLISHED_SIZES.dev) / PUBLISHED_SIZES.pairs };
}

export interface SplittablePair {
  id: string;
  question: string;
  category: string;
}

export interface SplitOptions extends SplitShares {
  seed?: number;
  /** Whole questions, so that no question of the test was seen with other answers; or single pairs. */
  by?: 'question' | 'pair';
}

/** Sizes as near to the shares as whole questions allow; every category stays in the test, and comes into train and dev before one comes twice. */
export function assignSplits(
  pairs: readonly SplittablePair[],
  { train, dev, seed = 1, by = 'question' }: SplitOptions,
): Map<string, Split> {
  const random = createRandom(`${seed}/splits`);
  const targets = { train: Math.round(train * pairs.length), dev: Math.round(dev * pairs.length) };
  const splitOf = new Map<string, Split>(pairs.map(({ id }) => [id, 'test']));
  let groups = random.shuffle(
    by === 'question' ? groupByQuestion(pairs) : pairs.map((pair) => ({ category: pair.category, ids: [pair.id] })),
  );
  groups = withoutLastOfEach(groups);
  for (const split of ['train', 'dev'] as const) {
    const chosen = new Set(chooseGroups(groups, targets[split]));
    for (const { ids } of chosen) for (const id of ids) splitOf.set(id, split);
    groups = groups.filter((group) => !chosen.has(group));
  }
  return splitOf;
}

interface Group {
  category: string;
  ids: string[];
}

function groupByQuestion(pairs: readonly SplittablePair[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, question, category } of pairs) {
    const group = groups.get(question) ?? { category, ids: [] };
    group.ids.push(id);
    groups.set(question, group);
  }
  return [...groups.values()];
}

/** One group of each category is kept for the test. */
function withoutLastOfEach(groups: readonly Group[]): Group[] {
  const last = new Map(groups.map((group) => [group.category, group]));
  return groups.filter((group) => last.get(group.category) !== group);
}

/** A subset whose size is nearest to the target (the smaller of two); among those the one that repeats categories least. */
function chooseGroups(groups: readonly Group[], target: number): Group[] {
  if (target <= 0) return [];
  const rank = new Map<string, number>();
  let best = new Map<number, { cost: number; chosen: Group[] }>([[0, { cost: 0, chosen: [] }]]);
  for (const group of groups) {
    const place = rank.get(group.category) ?? 0;
    rank.set(group.category, place + 1);
    const next = new Map(best);
    for (const [size, { cost, chosen }] of best) {
      const larger = size + group.ids.length;
      const found = { cost: cost + place * place, chosen: [...chosen, group] };
      if (larger <= target + group.ids.length && found.cost < (next.get(larger)?.cost ?? Number.POSITIVE_INFINITY)) next.set(larger, found);
    }
    best = next;
  }
  const sizes = [...best.keys()].sort((a, b) => Math.abs(a - target) - Math.abs(b - target) || a - b);
  return best.get(sizes[0])?.chosen ?? [];
}
