/** Reads the ledger of a build, counts drops by step and rule, and describes drops. */
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { ledgerRowSchema, readJsonl } from '../../files/index.ts';

export interface DropCounts {
  add(row: Pick<LedgerRow, 'step' | 'rule'>): void;
  /** `{ context: { "no geographical or temporal entity": 12 } }`: steps in the order of the rows, the most frequent rule first. */
  counts(): Record<string, Record<string, number>>;
}

export function createDropCounts(): DropCounts {
  const counts = new Map<string, Map<string, number>>();
  return {
    add({ step, rule }) {
      const rules = counts.get(step) ?? new Map<string, number>();
      counts.set(step, rules.set(rule, (rules.get(rule) ?? 0) + 1));
    },
    counts: () =>
      Object.fromEntries(
        Array.from(counts, ([step, rules]) => [step, Object.fromEntries([...rules].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))]),
      ),
  };
}

export function countDrops(rows: Iterable<Pick<LedgerRow, 'step' | 'rule'>>): Record<string, Record<string, number>> {
  const drops = createDropCounts();
  for (const row of rows) drops.add(row);
  return drops.counts();
}

export async function readLedger(path: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for await (const { value } of readJsonl(path, ledgerRowSchema)) rows.push(value);
  return rows;
}

/** Describes a drop in one line. */
export function describeDrop({ step, rule, value, limit }: LedgerRow): string {
  const measured = value === undefined || value === '' ? '' : ` (${value}${limit === undefined ? '' : `, limit ${limit}`})`;
  return `${step}: ${rule}${measured}`;
}
