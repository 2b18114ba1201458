/** The audit of any split (Zhang and Wan 2023, section 5.1): is a pair a fluent antithesis, and does it depend on its context? */

import { createRandom, type Decision, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { judgementSchema } from '../../../annotate/index.ts';
import { CRITERION_TEXTS } from '../build/filter-by-people.ts';
import { findPairSpans } from '../find-spans.ts';
import type { SituatedGenItem } from '../item.ts';
import { type ShownPair, showPair } from './shown-pair.ts';

const valueSchema = z.object({ antithesis: judgementSchema, dependence: judgementSchema });
export type AuditValue = z.infer<typeof valueSchema>;

export const auditTask: Task<ShownPair, AuditValue, SituatedGenItem> = {
  name: 'situatedgen/audit',
  title: 'Do these sentences form a good contrast?',
  summary: 'is the pair a fluent antithesis, and does it depend on its context? (section 5.1)',
  guideline: `Say whether the pair is a fluent antithesis (criteria 3 and 4 of the filter), and whether it depends on its context (criterion 5).\n\n${CRITERION_TEXTS.antithesis}\n${CRITERION_TEXTS.dependence}`,
  people: 1,
  value: valueSchema,
  complete: findPairSpans,
  /** As in the paper. */
  list: ({ items, seed, count = 100 }) =>
    createRandom(`${seed}/audit`)
      .sample(items, count)
      .map((item) => ({ id: item.id, shown: showPair(item) })),
  async aggregate({ decisions }) {
    const json = {
      examples: decisions.length,
      antithesis: share(decisions, ({ antithesis }) => antithesis === 'yes'),
      both: share(decisions, ({ antithesis, dependence }) => antithesis === 'yes' && dependence === 'yes'),
    };
    const columns = ['examples', 'antithesis', 'both'].map((key) => ({ key, label: key, align: 'right' as const }));
    return { json, tables: [{ caption: 'Audit', columns, rows: [json] }] };
  },
};

function share(decisions: readonly Decision<AuditValue>[], holds: (value: AuditValue) => boolean): number | null {
  return decisions.length > 0 ? decisions.filter(({ value }) => holds(value)).length / decisions.length : null;
}
