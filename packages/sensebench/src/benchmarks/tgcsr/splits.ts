/** Few-shot splits (Santos et al. 2022, sections 1 and 5.2): small labelled train and dev, fewer labels with each phase. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, InputError, type Table } from '@sensebench/metrics/internal/core';
import { percent } from '../../report/index.ts';
import { readItems, type TgcsrItem } from './item.ts';
import { PUBLISHED_SIZES } from './published.ts';

export interface SplitShares {
  train: number;
  dev: number;
}

/** The first phase has the paper's sizes (81 and 77 of 331), the fourth is zero-shot. Between them the paper only says "relatively smaller"; the thirds are ours. */
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
  /** Whole questions, so that no question of the test was seen with other answers, or single pairs. */
  by?: 'question' | 'pair';
  /** `category`: every category in every split before the sizes. `size`: the sizes alone, with categories spread as they allow. */
  stratify?: 'category' | 'size';
}

/** A labelled split covers all categories where its share is at least this part of what one group of each takes; smaller phases go by size. */
const COVERING_SHARE = 2 / 3;

/** Every category stays in the test. Train and dev get one group of each category with groups to spare, then more up to their sizes, in proportion. */
export function assignSplits(
  pairs: readonly SplittablePair[],
  { train, dev, seed = 1, by = 'question', stratify = 'category' }: SplitOptions,
): Map<string, Split> {
  const random = createRandom(`${seed}/splits`);
  const targets = { train: Math.round(train * pairs.length), dev: Math.round(dev * pairs.length) };
  const splitOf = new Map<string, Split>(pairs.map(({ id }) => [id, 'test']));
  let groups = random.shuffle(
    by === 'question' ? groupByQuestion(pairs) : pairs.map((pair) => ({ category: pair.category, ids: [pair.id] })),
  );
  groups = without(groups, firstOfEach(groups.toReversed()));
  const chosen: Record<'train' | 'dev', Group[]> = { train: [], dev: [] };
  // Train and dev both take their group of each category before either takes a second.
  for (const split of ['train', 'dev'] as const) {
    const covering = firstOfEach(groups);
    if (stratify === 'size' || targets[split] === 0 || targets[split] < COVERING_SHARE * sizeOf(covering)) continue;
    chosen[split] = covering;
    groups = without(groups, covering);
  }
  for (const split of ['train', 'dev'] as const) {
    const more = chooseGroups(groups, {
      target: targets[split] - sizeOf(chosen[split]),
      slack: stratify === 'category' ? sizeOf(groups) / groups.length / 2 : 0,
      already: chosen[split],
    });
    groups = without(groups, more);
    for (const { ids } of [...chosen[split], ...more]) for (const id of ids) splitOf.set(id, split);
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

function firstOfEach(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  return groups.filter(({ category }) => !seen.has(category) && seen.add(category));
}

function without(groups: readonly Group[], taken: readonly Group[]): Group[] {
  const gone = new Set(taken);
  return groups.filter((group) => !gone.has(group));
}

function sizeOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { ids }) => sum + ids.length, 0);
}

interface Wanted {
  target: number;
  /** Sizes this near to the target are as good as the target itself; the spread over categories decides among them. */
  slack: number;
  /** The number of pairs that the split has so far, by category. */
  already: readonly Group[];
}

/** A subset whose size is nearest to the target (the smaller of two) and that takes evenly from the categories. */
function chooseGroups(groups: readonly Group[], { target, slack, already }: Wanted): Group[] {
  if (target <= 0) return [];
  const count = (list: readonly Group[], category: string) => list.filter((group) => group.category === category).length;
  const rank = new Map<string, number>();
  let best = new Map<number, { cost: number; chosen: Group[] }>([[0, { cost: 0, chosen: [] }]]);
  for (const group of groups) {
    const place = rank.get(group.category) ?? count(already, group.category);
    rank.set(group.category, place + 1);
    // The first group of a category is free; later ones cost less in a large category, so that shares stay in proportion.
    const dear = (place / count(groups, group.category)) ** 2;
    const next = new Map(best);
    for (const [size, { cost, chosen }] of best) {
      const larger = size + group.ids.length;
      const found = { cost: cost + dear, chosen: [...chosen, group] };
      if (larger <= target + group.ids.length && found.cost < (next.get(larger)?.cost ?? Number.POSITIVE_INFINITY)) next.set(larger, found);
    }
    best = next;
  }
  const missed = (size: number) => Math.max(0, Math.abs(size - target) - slack);
  const sizes = [...best].map(([size, { cost, chosen }]) => ({ size, cost: slack > 0 ? cost : 0, chosen }));
  sizes.sort(
    (a, b) =>
      missed(a.size) - missed(b.size) || a.cost - b.cost || Math.abs(a.size - target) - Math.abs(b.size - target) || a.size - b.size,
  );
  return sizes[0].chosen;
}

export const SPLITS = ['train', 'dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];

/** Returns a function from pairs to the split of a dataset folder that they are in. */
export async function readSplitOf(folder: string): Promise<Map<string, Split>> {
  const found = new Map<string, Split>();
  for (const split of SPLITS) {
    if (!existsSync(join(folder, `${split}.jsonl`))) continue;
    for await (const { id } of readItems(folder, { split })) found.set(id, split);
  }
  if (found.size === 0) throw new InputError('has no pairs', { file: folder, expected: 'train.jsonl, dev.jsonl or test.jsonl in it' });
  return found;
}

interface PairFigures {
  pairs: number;
  questions: number;
  answers: number;
  /** Null where the labels are withheld. */
  yesShare: number | null;
}

export interface SplitFigures extends PairFigures {
  categories: Record<string, PairFigures>;
}

/** Questions, answers, pairs and the share of yes of a split, per category (Santos et al. 2022, section 5.2). */
export function splitFigures(items: readonly TgcsrItem[]): SplitFigures {
  const categories = [...new Set(items.map(({ meta }) => meta.category))];
  return {
    ...pairFigures(items),
    categories: Object.fromEntries(
      categories.map((category) => [category, pairFigures(items.filter(({ meta }) => meta.category === category))]),
    ),
  };
}

function pairFigures(items: readonly TgcsrItem[]): PairFigures {
  const count = (key: (item: TgcsrItem) => string) => new Set(items.map(key)).size;
  const labels = items.flatMap(({ references }) => references.slice(0, 1));
  return {
    pairs: items.length,
    questions: count(({ meta }) => `${meta.context}/${meta.questionID}`),
    answers: count(({ meta }) => `${meta.context}/${meta.category}/${meta.answerID}`),
    yesShare: labels.length > 0 ? labels.filter((label) => label === 'yes').length / labels.length : null,
  };
}

export function figuresTable(caption: string, { categories, ...all }: SplitFigures): Table {
  return {
    caption,
    columns: [
      { key: 'category', label: 'category' },
      { key: 'pairs', label: 'pairs', align: 'right' },
      { key: 'questions', label: 'questions', align: 'right' },
      { key: 'answers', label: 'answers', align: 'right' },
      { key: 'yesShare', label: '% yes', align: 'right', format: percent(1) },
    ],
    rows: [...Object.entries(categories).map(([category, figures]) => ({ category, ...figures })), { category: 'all', ...all }],
  };
}
