/** What people decide about SituatedGen pairs: the test filter with the five criteria of Table 6, the audit of section 5.1, and writing pairs (section 7). */
import { z } from 'zod';
import type { AnnotationTask } from '../../../core/index.ts';

export const FILTER_TASK = 'situatedgen-filter';
export const AUDIT_TASK = 'situatedgen-audit';
export const WRITE_TASK = 'situatedgen-write';

/** In the order of Table 6. */
export const CRITERIA = ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'] as const;
export type Criterion = (typeof CRITERIA)[number];

const CRITERION_TEXTS: Readonly<Record<Criterion, string>> = {
  keywords: 'The pair includes all of the given keywords.',
  context: 'Each sentence has at least one entity of geography or time.',
  commonsense: 'Each sentence is fluent and agrees with common sense.',
  antithesis: 'The two sentences are built alike and contradict each other: joined by "while" they make one coherent sentence.',
  dependence: 'If a place or time changes sentences, both stay grammatical but at least one is no longer true.',
};

export const filterValueSchema = z.object({
  keywords: z.boolean(),
  context: z.boolean(),
  commonsense: z.boolean(),
  antithesis: z.boolean(),
  dependence: z.boolean(),
});
export type FilterValue = z.infer<typeof filterValueSchema>;

export const auditValueSchema = z.object({ antithesis: z.boolean(), dependence: z.boolean() });

export const writeValueSchema = z.object({ sentences: z.string().min(1) });

const FILTER_GUIDELINES = `You see keywords and a pair of sentences that uses them. Say for each of five criteria whether it holds. A pair is valid only if all five hold.

${CRITERIA.map((criterion, i) => `${i + 1}. ${CRITERION_TEXTS[criterion]}`).join('\n')}

Judge by what you know; do not look things up. An example of a valid pair: "July is summer in China, while July is winter in Australia." The two
places cannot change sentences without making them false.`;

export const TASKS: readonly AnnotationTask[] = [
  {
    name: FILTER_TASK,
    summary: 'is the pair a valid test example? (Table 6, appendix B.1)',
    guidelines: FILTER_GUIDELINES,
    value: filterValueSchema,
  },
  {
    name: AUDIT_TASK,
    summary: 'is the pair a fluent antithesis, and does it depend on its context? (section 5.1)',
    guidelines: `Say whether the pair is a fluent antithesis (criteria 3 and 4 of the filter), and whether it depends on its context (criterion 5).\n\n${CRITERION_TEXTS.antithesis}\n${CRITERION_TEXTS.dependence}`,
    value: auditValueSchema,
  },
  {
    name: WRITE_TASK,
    summary: 'write a pair of contrastive sentences from the keywords (section 7)',
    guidelines:
      'Write two sentences that contrast with each other. Use every keyword, each in one of the two sentences. Both sentences must be true, and no place or time may fit the other sentence as well.',
    value: writeValueSchema,
  },
];
