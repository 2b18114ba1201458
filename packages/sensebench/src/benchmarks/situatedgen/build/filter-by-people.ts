/** Filters the test split by people's judgements (SituatedGen, appendix B.1): an example stays if all five criteria of Table 6 hold. */

import type { Decision, LedgerRow } from '@sensebench/metrics/internal/core';
import { cohenKappa } from '@sensebench/metrics/internal/metrics';
import { byNumberOfDecisions, type Judgement, overlappingPair } from '../../../annotate/index.ts';

/** In the order of Table 6. */
export const CRITERIA = ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'] as const;
/** In the words of Table 6. */
export const CRITERION_TEXTS: Readonly<Record<Criterion, string>> = {
  keywords: 'The sentence pair includes all of the given keywords.',
  context: 'Each sentence has at least one entity related to geography or time.',
  commonsense: 'Each sentence is fluent and adheres to commonsense knowledge.',
  antithesis: 'The two sentences have similar syntactic structures and create a contradiction in semantics.',
  dependence:
    'Swapping any of the geographical or temporal entities between the two sentences could lead to a contradiction with commonsense yet grammatical correctness.',
};

type FilterValue = Readonly<Record<Criterion, Judgement>>;

export interface FilterAgreement {
  annotators: string[];
  /** The number of examples judged by both of the two people with the largest overlap. */
  overlap: number;
  /** The share of them with the same verdict, valid or not. */
  agreement: number | null;
  kappa: number | null;
  criteria: Record<Criterion, { agreement: number | null; kappa: number | null }>;
}

/** The part of an example that the filter reads. */
interface FilteredPair {
  ids: string[];
  statement: string;
}

export interface FilterResult<Pair> {
  rows: Pair[];
  dropped: LedgerRow[];
  judged: number;
  undecided: number;
  removedShare: number | null;
}

export function isValid(value: FilterValue): boolean {
  return CRITERIA.every((criterion) => value[criterion] === 'yes');
}

/**
 * Two people judge some examples together, then one continues alone. The person with the most judgements decides; others count where that person did not judge.
 * Examples that nobody judged stay and are counted. "Unsure" does not mean that a criterion holds.
 */
export function filterByPeople<Pair extends FilteredPair>(
  examples: readonly Pair[],
  decisions: readonly Decision<FilterValue>[],
): FilterResult<Pair> {
  const order = byNumberOfDecisions(decisions);
  const verdicts = new Map<string, FilterValue>();
  for (const annotator of order.toReversed()) {
    for (const decision of decisions) if (decision.annotator === annotator) verdicts.set(decision.item, decision.value);
  }
  const rows: Pair[] = [];
  const dropped: LedgerRow[] = [];
  let judged = 0;
  for (const example of examples) {
    const value = verdicts.get(example.ids.join('|'));
    if (value) judged++;
    if (!value || isValid(value)) rows.push(example);
    else {
      const failed = CRITERIA.filter((criterion) => value[criterion] !== 'yes');
      dropped.push({ step: 'filter', rule: `criterion ${failed[0]}`, ids: example.ids, text: example.statement, value: failed.join(' ') });
    }
  }
  return { rows, dropped, judged, undecided: examples.length - judged, removedShare: judged > 0 ? dropped.length / judged : null };
}

/** Cohen's kappa of the two people with the largest overlap, for the verdict and for each criterion. */
export function filterAgreement(decisions: readonly Decision<FilterValue>[]): FilterAgreement {
  const { annotators, items } = overlappingPair(decisions);
  const given = new Map(decisions.map(({ annotator, item, value }) => [JSON.stringify([annotator, item]), value]));
  const agree = (read: (value: FilterValue) => string) => {
    if (items.length === 0) return { agreement: null, kappa: null };
    const [first, second] = annotators.map((annotator) =>
      items.flatMap((item) => {
        const value = given.get(JSON.stringify([annotator, item]));
        return value ? [read(value)] : [];
      }),
    );
    const same = first.filter((verdict, i) => verdict === second[i]).length;
    return { agreement: same / first.length, kappa: cohenKappa(first, second) };
  };
  return {
    annotators,
    overlap: items.length,
    ...agree((value) => (isValid(value) ? 'yes' : 'no')),
    criteria: Object.fromEntries(
      CRITERIA.map((criterion) => [criterion, agree((value) => value[criterion])]),
    ) as FilterAgreement['criteria'],
  };
}

export type Criterion = (typeof CRITERIA)[number];
