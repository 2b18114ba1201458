/** What people vote on (Lin et al. 2020, section 5.2): pairs of outputs for sets that every system covers. */
import { InputError, type Tools } from '../../../core/index.ts';
import type { CommonGenItem } from '../item.ts';
import { missingConcepts } from '../missing-concepts.ts';
import { type Comparison, planComparisons } from './manual-comparison.ts';

export interface VoteRow extends Comparison {
  concepts: string[];
  firstText: string;
  secondText: string;
}

export interface PlanVotesOptions {
  count?: number;
  seed: number;
}

/** `outputs` by system and item id. A vote's `set` is the item's id: two released sets are equal. */
export async function planVotes(
  items: readonly CommonGenItem[],
  outputs: ReadonlyMap<string, ReadonlyMap<string, string>>,
  { count = 100, seed }: PlanVotesOptions,
  { analyse, wordnet }: Pick<Tools, 'analyse' | 'wordnet'>,
): Promise<VoteRow[]> {
  if (outputs.size < 2) throw new InputError('one system has nothing to be compared with', { expected: 'two systems or more' });
  const covered = new Map<string, Set<string>>();
  for (const [system, texts] of outputs) {
    const answered = items.filter(({ id }) => texts.has(id));
    const analyses = await analyse(
      answered.map(({ id }) => texts.get(id) ?? ''),
      { entities: false },
    );
    const whole = answered.filter(({ input }, i) => missingConcepts(input.concepts, analyses[i].tokens, wordnet).length === 0);
    covered.set(system, new Set(whole.map(({ id }) => id)));
  }
  const conceptsOf = new Map(items.map(({ id, input }) => [id, input.concepts]));
  return planComparisons(covered, { count, seed }).map(({ set, first, second }) => ({
    set,
    concepts: conceptsOf.get(set) ?? [],
    first,
    second,
    firstText: outputs.get(first)?.get(set) ?? '',
    secondText: outputs.get(second)?.get(set) ?? '',
  }));
}
