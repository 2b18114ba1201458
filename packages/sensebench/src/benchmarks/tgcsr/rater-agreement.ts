/** Agreement of annotators (Santos et al. 2022, section 4.2): Pearson, Cronbach, Krippendorff, Fleiss. */

import type { Outcome, Table } from '@sensebench/metrics/internal/core';
import { cronbachAlpha, fleissKappa, krippendorffAlpha, pearson } from '@sensebench/metrics/internal/metrics';
import { fixed } from '../../report/index.ts';
import { disagreement, disagreementTable } from './disagreement.ts';
import { groundTruth, labelFields } from './ground-truth.ts';
import { categoriesOf, collapse, type RatedPair, type RatedPairs } from './ratings/rated-pairs.ts';

export type RaterAgreement = {
  pairs: number;
  /** Mean over the pairs of annotators. */
  pearson: number | null;
  pearsonLowest: number | null;
  pearsonHighest: number | null;
  /** Cronbach's alpha with the annotators as items of one test; question–answer pairs with a missing rating are left out. */
  cronbachAlpha: number | null;
  /** Ordinal. */
  krippendorffAlpha: number | null;
  /** Fleiss' kappa of the ratings as unordered categories. */
  fleissKappa: number | null;
  /** Fleiss' kappa of the collapsed labels. */
  fleissKappaYesNo: number | null;
};

/** Several coefficients, because the paper only says "correlation greater than 0.9". */
export function raterAgreement({ pairs, scale, annotators }: RatedPairs): RaterAgreement {
  const table = pairs.map(({ values }) => values);
  const correlations = Object.values(pairwisePearson({ pairs, annotators })).filter((value) => value !== null);
  const votes = table.map((row) => row.map((value) => (value === null ? null : collapse(value, scale))));
  return {
    pairs: pairs.length,
    pearson: correlations.length > 0 ? correlations.reduce((sum, value) => sum + value, 0) / correlations.length : null,
    pearsonLowest: correlations.length > 0 ? correlations.reduce((a, b) => Math.min(a, b)) : null,
    pearsonHighest: correlations.length > 0 ? correlations.reduce((a, b) => Math.max(a, b)) : null,
    cronbachAlpha: cronbachAlpha(table),
    krippendorffAlpha: krippendorffAlpha(table, { level: 'ordinal' }),
    fleissKappa: fleissKappa(table),
    fleissKappaYesNo: fleissKappa(votes),
  };
}

/** By pair of annotators (`A–B`), over the pairs that both rated. */
export function pairwisePearson({
  pairs,
  annotators,
}: {
  pairs: readonly RatedPair[];
  annotators: readonly string[];
}): Record<string, number | null> {
  const found: Record<string, number | null> = {};
  for (const [i, first] of annotators.entries()) {
    for (const [offset, second] of annotators.slice(i + 1).entries()) {
      const j = i + 1 + offset;
      const both = pairs.flatMap(({ values }) => {
        const [a, b] = [values[i], values[j]];
        return a === null || b === null ? [] : [{ a, b }];
      });
      found[`${first}–${second}`] = pearson(
        both.map(({ a }) => a),
        both.map(({ b }) => b),
      );
    }
  }
  return found;
}

export function agreementByCategory(rated: RatedPairs): Record<string, RaterAgreement> {
  return Object.fromEntries(
    categoriesOf(rated.pairs).map((category) => [
      category,
      raterAgreement({ ...rated, pairs: rated.pairs.filter((pair) => pair.category === category) }),
    ]),
  );
}

/** The agreement of TG-CSR's annotators as a table. A single pair has no agreement to speak of. */
export function agreementTable(overall: RaterAgreement, perCategory: Readonly<Record<string, RaterAgreement>>): Table {
  const column = (key: keyof RaterAgreement, label: string) => ({ key, label, align: 'right' as const, format: fixed(3) });
  return {
    caption: 'Agreement of the annotators',
    columns: [
      { key: 'category', label: 'category' },
      { key: 'pairs', label: 'pairs', align: 'right' },
      column('pearson', 'Pearson'),
      column('pearsonLowest', 'lowest'),
      column('pearsonHighest', 'highest'),
      column('cronbachAlpha', "Cronbach's α"),
      column('krippendorffAlpha', "Krippendorff's α"),
      column('fleissKappa', "Fleiss' κ"),
      column('fleissKappaYesNo', 'κ of yes/no'),
    ],
    rows: Object.entries({ ...perCategory, all: overall }).map(([category, row]) => ({
      category,
      ...(row.pairs > 1 ? row : { pairs: row.pairs }),
    })),
  };
}

/** Results of ratings (Santos et al. 2022, sections 4.2 and 7): agreement, labels, and the pairs that are removed. */
export function ratingsOutcome(rated: RatedPairs): Outcome {
  const [overall, perCategory] = [raterAgreement(rated), agreementByCategory(rated)];
  const { labels, removed } = groundTruth(rated);
  const disputes = disagreement(rated);
  const rows = new Map<string, object | null>(labels.map((truth) => [truth.pair.id, labelFields(truth)]));
  for (const { pair } of removed) rows.set(pair.id, null);
  return {
    json: {
      overall,
      perCategory,
      disagreement: disputes,
      pairwise: pairwisePearson(rated),
      annotators: rated.annotators,
      scale: rated.scale,
    },
    tables: [agreementTable(overall, perCategory), disagreementTable(disputes)],
    rows,
    dropped: removed.map(({ pair, rule, value, limit }) => ({ step: 'filter', rule, ids: [pair.id], value, limit })),
  };
}
