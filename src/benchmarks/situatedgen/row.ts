/** A SituatedGen example (Zhang and Wan 2023, section 3.1): the released JSONL fields, read and written without loss, plus what our build knows. */
import { z } from 'zod';
import { CONTEXTS } from '../../statements/index.ts';

export const situatedGenExampleSchema = z
  // In the order of the released rows, so that a row read and written again has the same bytes.
  .looseObject({
    keywords: z.array(z.string()),
    statement: z.string(),
    ids: z.tuple([z.string(), z.string()]),
    /** Which of the two statements each keyword belongs to; in every released row, though the datasheet does not list it. */
    keywords_pos: z.array(z.union([z.literal(0), z.literal(1)])).optional(),
    statements: z.tuple([z.string(), z.string()]),
    context: z.enum(CONTEXTS).optional(),
    similarity: z.number().min(-1).max(1.0001).optional(),
    provenance: z.record(z.string(), z.unknown()).optional(),
  })
  .refine((row) => row.keywords_pos === undefined || row.keywords_pos.length === row.keywords.length, {
    path: ['keywords_pos'],
    message: 'one number per keyword',
  });

export type SituatedGenExample = z.infer<typeof situatedGenExampleSchema>;
