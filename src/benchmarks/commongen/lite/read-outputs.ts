/** Reads CommonGen-Eval's JSON of model outputs: concept-sets with parts of speech, and what a model wrote for each. */
import { z } from 'zod';
import { readJson } from '../../../files/index.ts';
import type { CommonGenItem } from '../item.ts';
import { bareConcept } from '../row.ts';

const outputsSchema = z
  .array(
    z.looseObject({
      id: z.string(),
      concept_set: z.array(z.string()).min(1),
      output: z.union([z.string(), z.array(z.string()).min(1)]),
    }),
  )
  .min(1);

export interface EvalOutputs {
  items: CommonGenItem[];
  texts: string[];
}

/** null where the file is something else. References come from items with the same concepts. */
export async function readEvalOutputs(path: string, known: readonly CommonGenItem[]): Promise<EvalOutputs | null> {
  if (!/\.json$/i.test(path)) return null;
  const { success, data } = outputsSchema.safeParse(await readJson(path, z.unknown()));
  if (!success) return null;
  const references = new Map(known.map((item) => [nameOf(item.input.concepts), item.references]));
  return {
    items: data.map(({ id, concept_set: concepts }) => ({
      id,
      input: { concepts },
      references: references.get(nameOf(concepts)) ?? [],
      meta: {},
    })),
    // Their evaluation takes the first output.
    texts: data.map(({ output }) => (typeof output === 'string' ? output : output[0]).trim()),
  };
}

function nameOf(concepts: readonly string[]): string {
  return concepts.map(bareConcept).sort().join('#');
}
