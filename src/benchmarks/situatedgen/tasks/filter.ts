/** The filter of the test split (Zhang and Wan 2023, appendix B.1): does a pair meet the five criteria of Table 6? */
import { z } from 'zod';
import { judgementSchema } from '../../../annotate/index.ts';
import { createRandom, type Decision, type Task } from '../../../core/index.ts';
import { CRITERIA, CRITERION_TEXTS } from '../criteria.ts';
import { findPairSpans } from '../find-spans.ts';
import type { SituatedGenItem } from '../item.ts';
import { filterAgreement, filterByPeople, isValid } from '../steps/filter-by-people.ts';
import { FILTER_GUIDELINE } from './filter-guideline.ts';
import { type ShownPair, showPair } from './shown-pair.ts';

const fieldsSchema = z.object({
  keywords: judgementSchema,
  context: judgementSchema,
  commonsense: judgementSchema,
  antithesis: judgementSchema,
  dependence: judgementSchema,
});
export type FilterValue = z.infer<typeof fieldsSchema>;

/** `accept`, or a field of that name, says yes to all five. */
const valueSchema: z.ZodType<FilterValue> = z.preprocess((given) => {
  const accepted = given === 'accept' || (isRecord(given) && judgementSchema.safeParse(given.accept).data === 'yes');
  return accepted ? { ...ALL_YES, ...(isRecord(given) ? given : {}) } : given;
}, fieldsSchema);

const ALL_YES = Object.fromEntries(CRITERIA.map((criterion) => [criterion, 'yes']));

/** How many examples two people judge, as in the paper; one of them goes on alone. */
const OVERLAP = 100;

export const filterTask: Task<ShownPair, FilterValue, SituatedGenItem> = {
  name: 'situatedgen/filter',
  formerly: ['situatedgen-filter'],
  summary: 'is the pair a valid test example? (Table 6, appendix B.1)',
  guideline: FILTER_GUIDELINE,
  people: 1,
  value: valueSchema,
  complete: findPairSpans,
  criteria: CRITERION_TEXTS,
  labels: (value) => ({ valid: isValid(value) ? 'yes' : 'no', ...value }),
  /** All items in random order; two people judge the first ones. */
  list: ({ items, seed, count }) =>
    createRandom(`${seed}/filter`)
      .shuffle(items)
      .slice(0, count)
      .map((item, i) => ({ id: item.id, ...(i < OVERLAP ? { people: 2 } : {}), shown: showPair(item) })),
  async aggregate({ items, decisions }) {
    const agreed = filterAgreement(decisions);
    const pairs = items.map(({ id, shown }) => ({ id, ids: id.split('|'), statement: shown.sentences.join(' ') }));
    const { rows, dropped, judged, undecided, removedShare } = filterByPeople(pairs, decisions);
    const kept = new Set(rows.map(({ id }) => id));
    return {
      json: {
        overall: { ...agreed, decisions: decisions.length },
        filter: items.length > 0 ? { judged, undecided, removedShare } : null,
      },
      tables: [agreementTable(decisions)],
      rows: new Map(items.filter(({ id }) => !kept.has(id)).map(({ id }) => [id, null])),
      dropped,
    };
  },
};

function agreementTable(decisions: readonly Decision<FilterValue>[]) {
  const agreed = filterAgreement(decisions);
  return {
    caption: `${agreed.overlap} examples judged by both ${agreed.annotators.join(' and ')}; the paper: 100 examples, agreement 0.88, kappa 0.76`,
    columns: [
      { key: 'criterion', label: 'criterion' },
      { key: 'agreement', label: 'agreement', align: 'right' as const },
      { key: 'kappa', label: 'kappa', align: 'right' as const },
    ],
    rows: [
      { criterion: 'valid (all five)', agreement: agreed.agreement, kappa: agreed.kappa },
      ...CRITERIA.map((criterion) => ({ criterion, ...agreed.criteria[criterion] })),
    ],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
