/** References that people wrote: rows of the released layout, or decisions of the reference task, by concept-set. */
import { z } from 'zod';
import { decisionSchema } from '../../../annotate/index.ts';
import { type Decision, InputError } from '../../../core/index.ts';
import { readJsonl } from '../../../files/index.ts';
import { type CommonGenRow, commonGenRowSchema } from '../row.ts';
import { REFERENCE_TASK, referenceValueSchema } from './reference-task.ts';

/** Concepts in alphabetical order name a set, however it was written. */
export function setKey(conceptSet: string): string {
  return conceptSet.split('#').sort().join('#');
}

export async function readReferences(path: string): Promise<Map<string, Pick<CommonGenRow, 'scene' | 'reason'>>> {
  const found = new Map<string, { scene: string[]; reason: string[] }>();
  for await (const { line, value } of readJsonl(path, z.union([commonGenRowSchema, decisionSchema]))) {
    const row = 'concept_set' in value ? (value as CommonGenRow) : fromDecision(value as Decision, { path, line });
    const key = setKey(row.concept_set);
    const known = found.get(key) ?? { scene: [], reason: [] };
    known.scene.push(...row.scene);
    known.reason.push(...(row.reason ?? row.scene.map(() => '')));
    found.set(key, known);
  }
  return found;
}

function fromDecision({ item, task, value }: Decision, { path, line }: { path: string; line: number }): CommonGenRow {
  const parsed = referenceValueSchema.safeParse(value);
  if (task !== REFERENCE_TASK || !parsed.success) {
    throw new InputError(`is no decision of the task ${REFERENCE_TASK}`, {
      file: path,
      line,
      expected: 'a value with sentence and rationale',
    });
  }
  return { concept_set: item, scene: [parsed.data.sentence], reason: [parsed.data.rationale] };
}
