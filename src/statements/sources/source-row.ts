/** A row of a source corpus before conversion: claim, question with answer, fact or statement (SituatedGen, section 4.1). */
import { z } from 'zod';
import { entitySchema, statementIdSchema } from '../statement.ts';

/** Kinds of rows: a true claim, a yes/no question, a question with choices or a gap, a fact, a statement that needs no conversion, or a sentence of running text. */
const SOURCE_KINDS = ['claim', 'yes-no', 'choice', 'fact', 'statement', 'sentence'] as const;

export const sourceRowSchema = z.object({
  /** `source::split::n`, as the released SituatedGen files write it. */
  id: statementIdSchema,
  source: z.string().min(1),
  split: z.string().min(1),
  kind: z.enum(SOURCE_KINDS),
  /** The sentence of a claim, fact or statement. */
  text: z.string().optional(),
  question: z.string().optional(),
  /** True or false for yes-no, the text of the right choice otherwise. */
  answer: z.union([z.string(), z.boolean()]).optional(),
  choices: z.array(z.string()).optional(),
  licence: z.string().optional(),
  /** Entities that came with the row, for `--entities given`. */
  entities: z.array(entitySchema).optional(),
  /** For a statement made from a table: package, row and so on. */
  provenance: z.record(z.string(), z.string()).optional(),
});

export type SourceRow = z.infer<typeof sourceRowSchema>;
