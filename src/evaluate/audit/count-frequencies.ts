/** How often each keyword, label or candidate answer is used: a few that are in many items can be learned by heart. */
import type { Benchmark, Item } from '../../core/index.ts';
import { choiceTexts, countEach, mostFirst } from './item-texts.ts';

export interface Frequencies {
  /** What was counted. */
  of: 'keyword' | 'label' | 'answer';
  distinct: number;
  /** How many are in one item only. */
  once: number;
  /** Share of all uses that fall on those listed in `top`. */
  topShare: number | null;
  top: { value: string; items: number; share: number }[];
}

export function countFrequencies(items: readonly Item[], { benchmark, top }: { benchmark: Benchmark; top: number }): Frequencies[] {
  const { keywords } = benchmark;
  const kinds: { of: Frequencies['of']; values(item: Item): readonly string[] }[] = [];
  if (keywords) kinds.push({ of: 'keyword', values: (item) => keywords(item).map((keyword) => keyword.toLowerCase()) });
  if (benchmark.choices) {
    kinds.push(
      { of: 'label', values: ({ references }) => references },
      { of: 'answer', values: (item) => (choiceTexts(item, benchmark)?.answers ?? []).map(({ text }) => text.toLowerCase()) },
    );
  }
  return kinds.map(({ of, values }) => {
    const counts = mostFirst(countEach(items.flatMap((item) => [...new Set(values(item))])));
    const uses = counts.reduce((sum, [, count]) => sum + count, 0);
    const most = counts.slice(0, top);
    return {
      of,
      distinct: counts.length,
      once: counts.filter(([, count]) => count === 1).length,
      topShare: uses === 0 ? null : most.reduce((sum, [, count]) => sum + count, 0) / uses,
      top: most.map(([value, count]) => ({ value, items: count, share: count / items.length })),
    };
  });
}
