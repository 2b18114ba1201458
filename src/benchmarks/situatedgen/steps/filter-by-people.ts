/** Filtering of the test split by people (SituatedGen, appendix B.1): an example stays only if all five criteria of Table 6 hold. */
import type { Judgement } from '../../../annotate/index.ts';
import type { Decision, LedgerRow } from '../../../core/index.ts';
import { cohenKappa } from '../../../metrics/agreement/index.ts';
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

function isValid(value: FilterValue): boolean {
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
  const order = byNumberOfDecisions(decisions);
  const of = new Map(order.map((annotator) => [annotator, new Map<string, FilterValue>()]));
  for (const { annotator, item, value } of decisions) of.get(annotator)?.set(item, value);
  let best: { pair: [string, string]; items: string[] } | null = null;
  for (const [i, first] of order.entries()) {
    for (const second of order.slice(i + 1)) {
      const items = [...(of.get(first)?.keys() ?? [])].filter((item) => of.get(second)?.has(item));
      if (items.length > (best?.items.length ?? 0)) best = { pair: [first, second], items };
    }
  }
  const verdictsOf = (annotator: string, read: (value: FilterValue) => string) =>
    (best?.items ?? []).map((item) => {
      const value = of.get(annotator)?.get(item);
      return value === undefined ? 'no' : read(value);
    });
  const agree = (read: (value: FilterValue) => string) => {
    if (!best) return { agreement: null, kappa: null };
    const [first, second] = best.pair.map((annotator) => verdictsOf(annotator, read));
    const same = first.filter((verdict, i) => verdict === second[i]).length;
    return { agreement: same / first.length, kappa: cohenKappa(first, second) };
  };
  return {
    annotators: best?.pair ?? order,
    overlap: best?.items.length ?? 0,
    ...agree((value) => (isValid(value) ? 'yes' : 'no')),
    criteria: Object.fromEntries(
      CRITERIA.map((criterion) => [criterion, agree((value) => value[criterion])]),
    ) as FilterAgreement['criteria'],
  };
}

function byNumberOfDecisions(decisions: readonly Decision<unknown>[]): string[] {
  const counts = new Map<string, number>();
  for (const { annotator } of decisions) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([annotator]) => annotator);
}
