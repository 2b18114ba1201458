/** A source row with its sentence becomes a statement that keeps where it came from. */
import type { SourceRow } from './sources/source-row.ts';
import type { Statement } from './statement.ts';

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
