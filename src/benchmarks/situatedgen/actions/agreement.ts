/** `sensebench agreement situatedgen`: agreement of the people who filtered the test split (appendix B.1), and the audit of section 5.1. */
import { z } from 'zod';
import type { Table } from '../../../core/index.ts';
import { defineAction, InputError } from '../../../core/index.ts';
import { tableToText } from '../../../report/index.ts';
import { PUBLISHED_FACTS } from '../published.ts';
import { readExampleFiles } from '../read-examples.ts';
import { filterAgreement, filterByPeople } from '../steps/filter-by-people.ts';
import { readDecisions } from '../tasks/decisions.ts';
import { AUDIT_TASK, auditValueSchema, CRITERIA, FILTER_TASK, filterValueSchema } from '../tasks/tasks.ts';

export const agreement = defineAction({
  summary: "Cohen's kappa of the test filter, the share it removed, and the shares of the quality audit",
  options: z.object({
    decisions: z.array(z.string()).min(1).describe('files of decisions, JSON Lines or CSV'),
    dataset: z.array(z.string()).default([]).describe('the test split, to know what share the filter removes'),
  }),
  examples: ['agreement situatedgen --decisions decisions.jsonl --dataset test.jsonl'],
  async run({ decisions: paths, dataset }) {
    const filter = await readDecisions(paths, FILTER_TASK, filterValueSchema);
    const audit = await readDecisions(paths, AUDIT_TASK, auditValueSchema);
    if (filter.length + audit.length === 0)
      throw new InputError('no decisions', { file: paths[0], expected: `tasks ${FILTER_TASK} or ${AUDIT_TASK}` });
    const examples = (await readExampleFiles(dataset)).flatMap((file) => file.examples);
    const { judged, undecided, removedShare } = filterByPeople(examples, filter);
    const agreed = filterAgreement(filter);
    const share = (read: (value: z.infer<typeof auditValueSchema>) => boolean) =>
      audit.length > 0 ? audit.filter(({ value }) => read(value)).length / audit.length : null;
    const json = {
      overall: { ...agreed, decisions: filter.length },
      filter: dataset.length > 0 ? { judged, undecided, removedShare } : null,
      audit: {
        examples: audit.length,
        antithesis: share(({ antithesis }) => antithesis),
        both: share(({ antithesis, dependence }) => antithesis && dependence),
      },
      published: PUBLISHED_FACTS,
    };
    const table: Table = {
      caption: `${agreed.overlap} examples judged by both ${agreed.annotators.join(' and ')}; the paper: 100 examples, agreement 0.88, kappa 0.76`,
      columns: [
        { key: 'criterion', label: 'criterion' },
        { key: 'agreement', label: 'agreement', align: 'right' },
        { key: 'kappa', label: 'kappa', align: 'right' },
      ],
      rows: [
        { criterion: 'valid (all five)', agreement: agreed.agreement, kappa: agreed.kappa },
        ...CRITERIA.map((criterion) => ({ criterion, ...agreed.criteria[criterion] })),
      ],
    };
    return { json, text: tableToText(table) };
  },
});
