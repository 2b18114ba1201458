/** Keeps the examples of dev and test that require compositional generalization (SituatedGen, first version, section 3.2). */
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import type { SituatedGenExample } from '../row.ts';
import { combinationsOf, type KnownKeywords, knownKeywords, unseenGroup } from '../unseen.ts';

/** `keywords`: a keyword that train does not have. `combinations`: no sentence whose keywords are those of a sentence in an earlier split. */
export const UNSEEN_KINDS = ['keywords', 'combinations'] as const;
export type UnseenKind = (typeof UNSEEN_KINDS)[number];

type Splits = Readonly<Record<string, readonly SituatedGenExample[]>>;

export function keepUnseen(
  { train = [], ...others }: Splits,
  kind: UnseenKind,
): { splits: Record<string, SituatedGenExample[]>; dropped: LedgerRow[] } {
  const splits: Record<string, SituatedGenExample[]> = { train: [...train] };
  const dropped: LedgerRow[] = [];
  const before = [{ name: 'train', known: knownKeywords(train) }];
  for (const [name, examples] of Object.entries(others)) {
    splits[name] = examples.filter((example) => {
      const drop = kind === 'keywords' ? allSeen(example, before[0].known) : seenCombination(example, before);
      if (drop) dropped.push({ step: 'unseen', ids: example.ids, text: example.statement, ...drop });
      return !drop;
    });
    // Test may not repeat dev either: the paper wants no overlap among the three.
    before.push({ name, known: knownKeywords(splits[name]) });
  }
  return { splits, dropped };
}

type Drop = Pick<LedgerRow, 'rule' | 'value'>;

function allSeen(example: SituatedGenExample, train: KnownKeywords): Drop | null {
  return unseenGroup(example, train) === 'keywords' ? null : { rule: 'train has all its keywords' };
}

function seenCombination(example: SituatedGenExample, before: readonly { name: string; known: KnownKeywords }[]): Drop | null {
  for (const { name, known } of before) {
    const seen = combinationsOf(example).find((combination) => known.combinations.has(combination));
    if (seen !== undefined) return { rule: `${name} has the keywords of a sentence of it`, value: seen };
  }
  return null;
}
