/** Filtering of the test split by people (SituatedGen, appendix B.1): an example stays only if all five criteria of Table 6 hold. */
import { byNumberOfDecisions, type Judgement, overlappingPair } from '../../../annotate/index.ts';
import type { Decision, LedgerRow } from '../../../core/index.ts';
import { cohenKappa } from '../../../metrics/index.ts';
import { CRITERIA, type Criterion } from '../criteria.ts';

type FilterValue = Readonly<Record<Criterion, Judgement>>;

export interface FilterAgreement {
  annotators: string[];
  /** Examples that the two who share most have both judged. */
  overlap: number;
  /** Share of them with the same verdict, valid or not. */
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
 * Two people overlap on some examples, then one goes on: whoever judged most decides, others count where that person did not judge.
 * Examples that nobody judged stay and are counted. Who is unsure has not said that a criterion holds.
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

/** Cohen's kappa of the two people with the largest overlap: of the verdict, and of each criterion. */
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
