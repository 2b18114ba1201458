/** Samples dev, test and train by score (Lin et al. 2020, sections 3.1 and 3.3); compositions of dev and test stay unseen in train. */
import { createRandom, type LedgerRow, type Random } from '@sensebench/metrics/internal/core';
import { compositions } from '../compositions.ts';
import type { ScoredSet } from './score-concept-sets.ts';

export const UNSEEN = ['nothing', 'sets', 'triples', 'pairs'] as const;
export type Unseen = (typeof UNSEEN)[number];

export interface SplitSetsOptions {
  /** The number of sets of each size. The paper's test has none of size 3. */
  dev: Readonly<Record<number, number>>;
  test: Readonly<Record<number, number>>;
  train: Readonly<Record<number, number>>;
  /** The parts of test sets that must not occur in train. The same holds for dev where possible. */
  unseen: Unseen;
  seed: number;
  /** Further held-out sets from another source. Concepts without a number are given by name. */
  written?: readonly (readonly (number | string)[])[];
}

export interface SplitSets {
  train: ScoredSet[];
  dev: ScoredSet[];
  test: ScoredSet[];
  dropped: LedgerRow[];
}

export function splitSets(scored: readonly ScoredSet[], { dev, test, train, unseen, seed, written = [] }: SplitSetsOptions): SplitSets {
  const bySize = new Map<number, ScoredSet[]>();
  for (const set of scored) {
    const same = bySize.get(set.concepts.length);
    if (same) same.push(set);
    else bySize.set(set.concepts.length, [set]);
  }
  const taken = new Set<ScoredSet>();
  const draw = (wanted: Readonly<Record<number, number>>, name: string, allowed: (set: ScoredSet) => boolean): ScoredSet[] =>
    Object.entries(wanted).flatMap(([size, count]) => {
      const pool = (bySize.get(Number(size)) ?? []).filter((set) => !taken.has(set) && allowed(set));
      const drawn = sampleByScore(pool, count, createRandom(`${seed}/${name}/${size}`));
      for (const set of drawn) taken.add(set);
      return drawn;
    });
  const held = { test: draw(test, 'test', () => true), dev: draw(dev, 'dev', () => true) };
  const forbidden = new Set([...[...held.test, ...held.dev].map((set) => set.concepts), ...written].flatMap((set) => partsOf(set, unseen)));
  const seen = (set: ScoredSet) => partsOf(set.concepts, unseen).some((part) => forbidden.has(part));
  const chosen = draw(train, 'train', (set) => !seen(set));
  const dropped = scored
    .filter((set) => !taken.has(set) && seen(set))
    .map(
      (set): LedgerRow => ({
        step: 'split',
        rule: `shares ${unseen} with dev or test`,
        ids: [set.concepts.join('#')],
        value: set.sentences,
      }),
    );
  return { train: chosen, ...held, dropped };
}

/** The compositions of a set that must be unseen. */
function partsOf(concepts: readonly (number | string)[], unseen: Unseen): string[] {
  if (unseen === 'nothing') return [];
  const words = concepts.map(String);
  if (unseen === 'sets') return compositions(words, words.length);
  return compositions(words, unseen === 'triples' ? 3 : 2);
}

/** Samples without replacement in proportion to the score (Efraimidis and Spirakis 2006). Returns the sets in the order of the pool. */
export function sampleByScore(pool: readonly ScoredSet[], count: number, random: Random): ScoredSet[] {
  if (pool.length <= count) return [...pool];
  const keys = pool.map(({ score }) => Math.log(1 - random.next()) / score);
  const order = pool.map((_, i) => i).sort((a, b) => keys[b] - keys[a] || a - b);
  const chosen = new Set(order.slice(0, count));
  return pool.filter((_, i) => chosen.has(i));
}
