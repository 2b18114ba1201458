/** Reads what people decided: JSON Lines of decisions, or CSV with a column for each field of the value. */
import { extname } from 'node:path';
import type { z } from 'zod';
import { decisionSchema } from '../../../annotate/index.ts';
import { type Decision, InputError } from '../../../core/index.ts';
import { parseWith, readCsv, readJsonl } from '../../../files/index.ts';

export async function readDecisions<Schema extends z.ZodType>(
  paths: readonly string[],
  task: string,
  schema: Schema,
): Promise<Decision<z.infer<Schema>>[]> {
  const decisions = new Map<string, Decision<z.infer<Schema>>>();
  for (const path of paths) {
    for await (const { line, decision } of rows(path, task)) {
      if (decision.task !== task) continue;
      const value = parseWith(schema, decision.value, { file: path, line });
      // A later decision of the same person on the same item replaces the earlier one.
      decisions.set(`${decision.annotator}\n${decision.item}`, { ...decision, value });
    }
  }
  return [...decisions.values()];
}

async function* rows(path: string, task: string): AsyncGenerator<{ line: number; decision: z.infer<typeof decisionSchema> }> {
  if (extname(path).toLowerCase() !== '.csv') {
    for await (const { line, value } of readJsonl(path, decisionSchema)) yield { line, decision: value };
    return;
  }
  for await (const { line, record } of readCsv(path)) {
    const { item, annotator, task: named = task, at, ...fields } = record;
    if (!item || !annotator)
      throw new InputError('names no item or annotator', { file: path, line, expected: 'columns item and annotator' });
    const value = Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, truth(text)]));
    yield { line, decision: { item, annotator, task: named, value, ...(at ? { at } : {}) } };
  }
}

function truth(text: string): string | boolean {
  const lower = text.trim().toLowerCase();
  if (['true', 'yes', '1', 'y'].includes(lower)) return true;
  if (['false', 'no', '0', 'n'].includes(lower)) return false;
  return text;
}
