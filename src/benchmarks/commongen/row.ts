/** A CommonGen row as released: concepts joined by `#`, the reference sentences (`scene`) and their rationales (`reason`). */
import { z } from 'zod';

export const commonGenRowSchema = z.looseObject({
  concept_set: z
    .string()
    .regex(/^[^#]+(#[^#]+)*$/, 'concepts joined by #')
    .describe('the input: concepts joined by #'),
  scene: z.array(z.string()).describe('reference sentences'),
  reason: z.array(z.string()).optional().describe('the rationale of each reference that a person wrote'),
});

export type CommonGenRow = z.infer<typeof commonGenRowSchema>;

/** CommonGen-Eval writes a concept with its part of speech: `walk_V`. */
export function bareConcept(concept: string): string {
  return concept.replace(/_[NV]$/, '');
}

export function conceptsOf(row: Pick<CommonGenRow, 'concept_set'>): string[] {
  return row.concept_set.split('#');
}
