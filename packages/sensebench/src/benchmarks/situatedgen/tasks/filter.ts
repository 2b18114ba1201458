/** The filter of the test split (Zhang and Wan 2023, appendix B.1): does a pair meet the five criteria of Table 6? */

import { createRandom, type Decision, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { judgementSchema } from '../../../annotate/index.ts';
import { CRITERIA, CRITERION_TEXTS, type Criterion, filterAgreement, filterByPeople, isValid } from '../build/filter-by-people.ts';

import { findPairSpans } from '../find-spans.ts';
import type { SituatedGenItem } from '../item.ts';
import { type ShownPair, showPair } from './shown-pair.ts';

const GOAL =
  'The objective of our project is to generate high-quality contrastive sentence pairs (antithesis) that incorporate geographical and temporal contexts. These sentence pairs will serve as a means to evaluate machines’ commonsense reasoning abilities under different extra-linguistic contexts. We aim to create sentences that require a deep understanding of real-world geographical and temporal entities but can be reasonably confirmed without resorting to external sources like Google or Wikipedia.';

/** Table 6's explanations of the criteria. */
const NOTES: Readonly<Partial<Record<Criterion, string>>> = {
  antithesis:
    'Intuitively, the qualifying two sentences can be connected into a coherent sentence via a conjunction word such as “while”, “yet”, and “whereas” (e.g., “July is summer in the United States, while July is winter in Australia.”).',
  dependence:
    'For example, for the sentence pair “July is summer in China. July is winter in Australia.”, if the two geographical entities “China” and “Australia” are swapped, the resulting sentences do not adhere to commonsense anymore: “July is summer in Australia. July is winter in China.”',
};

const EXAMPLE = {
  keywords: ['morning', 'night', 'sunrise', 'sunset'],
  sentences: ['The sky is bright with the sunrise in the early morning.', 'The sky is dark with the sunset in the late night.'],
  lines: {
    keywords: 'Both sentences include the keywords “morning” and “night.”',
    context: 'Each sentence contains a geographical or temporal entity (“sunrise” and “sunset”) related to the context.',
    commonsense: 'Both sentences are fluent and adhere to commonsense knowledge.',
    antithesis:
      'The sentences have a similar syntactic structure and create a semantic contradiction: “The sky is bright with the sunrise in the early morning, while the sky is dark with the sunset in the late night.”',
    dependence:
      'Swapping the temporal entities “early morning” and “late night” would result in a contradiction: “The sky is bright with the sunrise in the late night, while the sky is dark with the sunset in the early morning.”',
  } satisfies Record<Criterion, string>,
};

/** Our addition, because the table's example is looser than its criteria. */
const REMARK =
  'Read criterion 1 of the example as “the pair includes”: each keyword is in one of the two sentences. The entities of the example are its times of day, “early morning” and “late night”; criterion 2 names the sunrise and the sunset, criterion 5 swaps the times.';

/** The full instructions for SituatedGen's annotators (Zhang and Wan 2023, Table 6): goal, five criteria and a worked example. */
const FILTER_GUIDELINE = [
  `Goal: ${GOAL}`,
  'Instructions: We show a set of keywords and a pair of sentences containing these keywords. Your task is to determine whether this sentence pair satisfies all of the following criteria. Answer each with yes, no or unsure; the pair is valid only if all five are met.',
  CRITERIA.map((criterion, i) => {
    const note = NOTES[criterion];
    return `${i + 1}. ${CRITERION_TEXTS[criterion]}${note ? `\n   - ${note}` : ''}`;
  }).join('\n'),
  [
    'Example:',
    `- Keywords: ${EXAMPLE.keywords.join(', ')}`,
    ...EXAMPLE.sentences.map((sentence, i) => `- Sentence ${i + 1}: “${sentence}”`),
    ...CRITERIA.map((criterion, i) => `- Criterion ${i + 1}: ${EXAMPLE.lines[criterion]}`),
    '',
    'This example demonstrates how the sentence pairs satisfy the specified criteria of the task.',
  ].join('\n'),
  REMARK,
].join('\n\n');

const fieldsSchema = z.object({
  keywords: judgementSchema,
  context: judgementSchema,
  commonsense: judgementSchema,
  antithesis: judgementSchema,
  dependence: judgementSchema,
});
export type FilterValue = z.infer<typeof fieldsSchema>;

/** `accept`, or a field of that name, answers yes to all five criteria. */
const valueSchema: z.ZodType<FilterValue> = z.preprocess((given) => {
  const accepted = given === 'accept' || (isRecord(given) && judgementSchema.safeParse(given.accept).data === 'yes');
  return accepted ? { ...ALL_YES, ...(isRecord(given) ? given : {}) } : given;
}, fieldsSchema);

const ALL_YES = Object.fromEntries(CRITERIA.map((criterion) => [criterion, 'yes']));

/** The number of examples judged by two people, as in the paper; then one of them continues alone. */
const OVERLAP = 100;

export const filterTask: Task<ShownPair, FilterValue, SituatedGenItem> = {
  name: 'situatedgen/filter',
  title: 'Which sentence pairs are valid?',
  summary: 'is the pair a valid test example? (Table 6, appendix B.1)',
  guideline: FILTER_GUIDELINE,
  people: 1,
  value: valueSchema,
  complete: findPairSpans,
  criteria: CRITERION_TEXTS,
  labels: (value) => ({ valid: isValid(value) ? 'yes' : 'no', ...value }),
  /** All items in random order, the first of which are judged by two people. */
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
