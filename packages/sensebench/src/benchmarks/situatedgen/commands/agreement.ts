/** `sensebench agreement situatedgen`: agreement of the people who filtered the test split (appendix B.1), and the audit of section 5.1. */

import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { outcomeOf, readDecisions, tasksOf } from '../../../annotate/index.ts';
import { toItems } from '../item.ts';
import { PUBLISHED_FACTS } from '../published.ts';
import { hashExampleFiles, readExampleFiles } from '../read-examples.ts';
import { auditTask } from '../tasks/audit.ts';
import { filterTask } from '../tasks/filter.ts';
import { TASKS } from '../tasks/index.ts';

export const agreement = defineAction({
  summary: "Cohen's kappa of the test filter, the share it removed, and the shares of the quality audit",
  options: z.object({
    decisions: z.array(z.string()).min(1).describe('files of decisions, JSON Lines or CSV'),
    dataset: z.array(z.string()).default([]).describe('the test split, to compute the share that the filter removes'),
  }),
  examples: ['agreement situatedgen --decisions decisions.jsonl --dataset test.jsonl'],
  async run({ decisions: paths, dataset }, context) {
    const files = await readExampleFiles(dataset);
    const items = toItems(files.flatMap((file) => file.examples));
    const datasets = dataset.length > 0 ? await hashExampleFiles(files) : undefined;
    const listed = { filter: filterTask.list({ items, seed: 0 }), audit: auditTask.list({ items, seed: 0, count: items.length }) };
    const reading = { datasets, tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }), now: context.now(), warn: context.warn };
    const given = <Listed>(list: Listed) => (dataset.length > 0 ? list : undefined);
    const filter = await readDecisions(paths, filterTask, { ...reading, items: given(listed.filter) });
    const audit = await readDecisions(paths, auditTask, { now: context.now(), items: given(listed.audit) });
    if (filter.current.length + audit.current.length === 0)
      throw new InputError('no decisions', { file: paths[0], expected: `tasks ${filterTask.name} or ${auditTask.name}` });
    const tools = await context.tools({});
    const filtered = await outcomeOf(filterTask, { items: listed.filter, decisions: [...filter.all, ...filter.elsewhere] }, tools);
    const audited = await outcomeOf(auditTask, { items: listed.audit, decisions: [...audit.all, ...audit.elsewhere] }, tools);
    return {
      json: { ...filtered.json, audit: audited.json, published: PUBLISHED_FACTS },
      tables: filtered.tables,
    };
  },
});
