/** The evidence of metrics that the report shows with an output: the first that has the right shape. */
import { z } from 'zod';
import type { Evidence } from '../../core/index.ts';
import { type EvidenceRows, foundIn } from '../../report/index.ts';

const evidenceSchema = z.object({
  sought: z.array(z.object({ text: z.string(), groups: z.array(z.number()), astray: z.boolean().optional(), note: z.string().optional() })),
  marks: z.array(z.object({ start: z.number(), end: z.number(), group: z.number(), note: z.string().optional() })),
});

/** `found` is a line of evidence.jsonl, by metric in the order of the run. Other evidence, and that of older run folders, is passed over. */
export function readEvidence(found: Readonly<Record<string, unknown>> = {}): Evidence | undefined {
  for (const evidence of Object.values(found)) {
    if (typeof evidence !== 'object' || evidence === null || !('sought' in evidence)) continue;
    const read = evidenceSchema.safeParse(evidence);
    if (read.success) return read.data;
  }
  return undefined;
}

/** As the rows of the report hold it. */
export function evidenceRows(evidence: Evidence | undefined): EvidenceRows {
  if (!evidence) return {};
  return {
    sought: evidence.sought.map(({ groups, ...sought }) => ({ ...sought, found: foundIn(groups) })),
    marks: evidence.marks.map(({ group, ...mark }) => ({ ...mark, found: foundIn([group]) })),
  };
}
