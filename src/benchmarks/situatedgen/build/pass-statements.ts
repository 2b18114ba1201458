/** Conversion without a converter: true claims, facts and statements pass as they are, questions go to the ledger (SituatedGen, appendix A.1). */

import type { SourceRow } from '../../../build/sources/index.ts';
import type { LedgerRow, Statement, StepResult } from '../../../core/index.ts';

export function passStatements(rows: readonly SourceRow[]): StepResult<Statement> {
  const statements: Statement[] = [];
  const dropped: LedgerRow[] = [];
  for (const row of rows) {
    if (row.text) statements.push(toStatement(row, row.text, { rule: 'as it is', confidence: 1 }));
    else dropped.push({ step: 'convert', rule: 'no converter', ids: [row.id], ...(row.question ? { text: row.question } : {}) });
  }
  return { rows: statements, dropped };
}

export function toStatement(row: SourceRow, text: string, { rule, confidence }: { rule: string; confidence: number }): Statement {
  const { id, question, answer, licence, entities, provenance } = row;
  return {
    id,
    text,
    ...(question === undefined ? {} : { question }),
    ...(answer === undefined ? {} : { answer }),
    ...(licence === undefined ? {} : { licence }),
    rule,
    confidence,
    ...(entities === undefined ? {} : { entities }),
    ...(provenance === undefined ? {} : { provenance }),
  };
}
