/** Distant references (Lin et al. 2020, section 3.3): captions for each set, shared by few sets and never by two splits. */
import { createRandom, type LedgerRow } from '@sensebench/metrics/internal/core';
import type { ScoredSet } from './score-concept-sets.ts';

/** Test chooses first, and its captions are then unavailable to dev and train. */
const ORDER = ['test', 'dev', 'train'] as const;
export type Split = (typeof ORDER)[number];

export interface ChooseOptions {
  /** The captions with all concepts of a set. */
  sentencesOf(concepts: readonly number[]): number[];
  /** The concepts of the set, joined by #. */
  nameOf(set: ScoredSet): string;
  /** The most captions of a set. */
  perSet: number;
  /** The most sets of a caption. */
  perCaption: number;
  /** The fewest captions of a set in dev or test. */
  least: number;
  seed: number;
}

export interface ChosenReferences {
  chosen: Map<ScoredSet, number[]>;
  dropped: LedgerRow[];
}

export function chooseReferences(
  splits: Readonly<Record<Split, readonly ScoredSet[]>>,
  { sentencesOf, nameOf, perSet, perCaption, least, seed }: ChooseOptions,
): ChosenReferences {
  const splitOf = new Map<number, Split>();
  const uses = new Map<number, number>();
  const lists = new Set<string>();
  const chosen = new Map<ScoredSet, number[]>();
  const dropped: LedgerRow[] = [];
  for (const split of ORDER) {
    const needed = split === 'train' ? 1 : least;
    for (const set of largestFirst(splits[split])) {
      const name = nameOf(set);
      const random = createRandom(`${seed}/references/${name}`);
      const open = sentencesOf(set.concepts).filter((sentence) => (splitOf.get(sentence) ?? split) === split);
      const free = open.filter((sentence) => (uses.get(sentence) ?? 0) < perCaption);
      const order = random.shuffle(free).sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0));
      const found = order.length < needed ? null : newList(order, perSet, lists);
      if (found === null) {
        dropped.push({ step: 'split', rule: ruleOf({ open, free, needed }), ids: [name], value: set.sentences });
        continue;
      }
      lists.add(found.join());
      for (const sentence of found) {
        splitOf.set(sentence, split);
        uses.set(sentence, (uses.get(sentence) ?? 0) + 1);
      }
      chosen.set(set, found);
    }
  }
  return { chosen, dropped };
}

/** Large sets come first, because they have the fewest captions to choose from. */
function largestFirst(sets: readonly ScoredSet[]): ScoredSet[] {
  return [...sets].sort((a, b) => b.concepts.length - a.concepts.length);
}

/** Takes the first captions in order. Where another set has exactly these, the last one is replaced; null where that is not possible. */
function newList(order: readonly number[], perSet: number, lists: ReadonlySet<string>): number[] | null {
  const kept = order.slice(0, perSet - 1);
  for (const last of order.slice(perSet - 1)) {
    const list = [...kept, last].sort((a, b) => a - b);
    if (!lists.has(list.join())) return list;
  }
  const short = [...order].sort((a, b) => a - b);
  return order.length < perSet && !lists.has(short.join()) ? short : null;
}

function ruleOf({ open, free, needed }: { open: readonly number[]; free: readonly number[]; needed: number }): string {
  if (open.length < needed) return 'its captions are references of another split';
  if (free.length < needed) return 'its captions serve enough sets';
  return 'has the same references as another set';
}
