/** Disagreement of the annotators (Santos et al. 2022, section 7), over all rated pairs, including removed ones. */
import type { Table } from '@sensebench/metrics/internal/core';
import { percent } from '../../report/index.ts';
import { categoriesOf, collapse, type RatedPair, type RatedPairs, type Scale } from './ratings/rated-pairs.ts';

/** A pair is disputed if the minority has at least this share. */
const DISPUTED = 0.25;

/** Classes of pairs by the share of yes. */
export function agreementLevel(yesShare: number): 'unanimous' | 'majority' | 'disputed' {
  const minority = Math.min(yesShare, 1 - yesShare);
  return minority === 0 ? 'unanimous' : minority < DISPUTED ? 'majority' : 'disputed';
}

type DisagreementFigures = {
  pairs: number;
  /** Shares of all pairs. */
  unanimous: number;
  disputed: number;
  /** The mean share of annotators in the minority. */
  meanMinority: number;
};

export type Disagreement = {
  overall: DisagreementFigures | null;
  perCategory: Record<string, DisagreementFigures | null>;
  /** Counts of pairs by their share of yes, in tenths; the last is from 0.9 to 1. */
  byYesShare: number[];
};

/** Null where nobody rated the pair. */
function yesShareOf({ values }: RatedPair, scale: Scale): number | null {
  const votes = values.flatMap((value) => (value === null ? [] : [collapse(value, scale)]));
  return votes.length > 0 ? votes.filter(Boolean).length / votes.length : null;
}

export function disagreement({ pairs, scale }: RatedPairs): Disagreement {
  const sharesOf = (part: readonly RatedPair[]) => part.flatMap((pair) => yesShareOf(pair, scale) ?? []);
  const shares = sharesOf(pairs);
  return {
    overall: figures(shares),
    perCategory: Object.fromEntries(
      categoriesOf(pairs).map((category) => [category, figures(sharesOf(pairs.filter((pair) => pair.category === category)))]),
    ),
    byYesShare: Array.from(
      { length: 10 },
      (_, tenth) => shares.filter((share) => Math.min(9, Math.floor(share * 10 + 1e-9)) === tenth).length,
    ),
  };
}

function figures(shares: readonly number[]): DisagreementFigures | null {
  if (shares.length === 0) return null;
  const share = (level: string) => shares.filter((each) => agreementLevel(each) === level).length / shares.length;
  const minorities = shares.reduce((sum, each) => sum + Math.min(each, 1 - each), 0);
  return { pairs: shares.length, unanimous: share('unanimous'), disputed: share('disputed'), meanMinority: minorities / shares.length };
}

export function disagreementTable({ overall, perCategory }: Disagreement): Table {
  return {
    caption: 'Disagreement: the share of yes is kept for every pair (yesShare)',
    columns: [
      { key: 'category', label: 'category' },
      { key: 'pairs', label: 'pairs', align: 'right' },
      { key: 'unanimous', label: '% unanimous', align: 'right', format: percent(1) },
      { key: 'disputed', label: '% disputed (a quarter or more on the other side)', align: 'right', format: percent(1) },
      { key: 'meanMinority', label: '% on the side of fewer', align: 'right', format: percent(1) },
    ],
    rows: [...Object.entries(perCategory), ['all', overall] as const].map(([category, row]) => ({
      category,
      // Shares of a single pair say nothing.
      ...(row && row.pairs > 1 ? row : { pairs: row?.pairs ?? 0 }),
    })),
  };
}
