/** A CommonGen row as released: concepts joined by `#`, the reference sentences (`scene`) and their rationales (`reason`). */
import { z } from 'zod';
import { CONNECTIONS } from './analyse/connectivity.ts';

export const commonGenRowSchema = z.looseObject({
  concept_set: z
    .string()
    .regex(/^[^#]+(#[^#]+)*$/, 'concepts joined by #')
    .describe('the input: concepts joined by #'),
  scene: z.array(z.string()).describe('reference sentences'),
  reason: z.array(z.string()).optional().describe('the rationale of each reference that a person wrote'),
  connectivity: z
    .enum(CONNECTIONS)
    .optional()
    .describe('whether ConceptNet links two of the concepts directly, over a third word, or none; only in a dataset built with it'),
});

export type CommonGenRow = z.infer<typeof commonGenRowSchema>;

/** CommonGen-Eval writes a concept with its part of speech: `walk_V`. */
export function bareConcept(concept: string): string {
  return concept.replace(/_[NV]$/, '');
}

export function conceptsOf(row: Pick<CommonGenRow, 'concept_set'>): string[] {
  return row.concept_set.split('#');
}
