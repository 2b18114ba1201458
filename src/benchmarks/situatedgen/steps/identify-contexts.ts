/** Context identification (SituatedGen, section 4.2): statements keep their GEO (GPE) and TEMP (DATE, TIME, EVENT) entities; those without either are dropped. */
import type { LedgerRow, StepResult } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { contextOf } from '../contexts.ts';

export interface IdentifyContextsOptions {
  /** Drop statements that came without entities instead of saying that they have none. */
  given: boolean;
}

/** Each statement comes with its entities. */
export function identifyContexts(statements: readonly Statement[], { given }: IdentifyContextsOptions): StepResult<Statement> {
  const rows: Statement[] = [];
  const dropped: LedgerRow[] = [];
  for (const statement of statements) {
    const place = { step: 'context' as const, ids: [statement.id], text: statement.text };
    if (given && statement.entities === undefined) {
      dropped.push({ ...place, rule: 'no entities given' });
      continue;
    }
    const context = contextOf(statement.entities ?? []);
    if (context) rows.push({ ...statement, context });
    else
      dropped.push({
        ...place,
        rule: 'no geographical or temporal entity',
        value: (statement.entities ?? []).map(({ type }) => type).join(' '),
      });
  }
  return { rows, dropped };
}
