/** A SituatedGen example (Zhang and Wan 2023, section 3.1): the released JSONL fields, plus those that our build adds. */
import { z } from 'zod';
import { CONTEXTS } from '../../statements/index.ts';

export const situatedGenExampleSchema = z
  // In the order of the released rows, so that a row read and written again has the same bytes.
  .looseObject({
    keywords: z.array(z.string()).describe('the input: keywords of both sentences in random order'),
    statement: z.string().describe('the target: both sentences, one after the other'),
    ids: z.tuple([z.string(), z.string()]).describe('the two statements, as source::split::n'),
    /** Present in every released row, although the paper's datasheet does not list it. */
    keywords_pos: z
      .array(z.union([z.literal(0), z.literal(1)]))
      .optional()
      .describe('the sentence, 0 or 1, that each keyword belongs to'),
    statements: z.tuple([z.string(), z.string()]).describe('the two sentences'),
    context: z.enum(CONTEXTS).optional().describe('what tells the sentences apart: GEO, TEMP or BOTH'),
    similarity: z.number().min(-1).max(1.0001).optional().describe('cosine of the masked sentences, two decimals, cut off'),
    contrast: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('how contrastive the pair is, from 0 to 1: built alike, and saying different things'),
    provenance: z.record(z.string(), z.unknown()).optional().describe('where the example comes from'),
  })
  .refine((row) => row.keywords_pos === undefined || row.keywords_pos.length === row.keywords.length, {
    path: ['keywords_pos'],
    message: 'one number per keyword',
  });

export type SituatedGenExample = z.infer<typeof situatedGenExampleSchema>;

/** Examples that can be iterated repeatedly, in memory or not. */
export interface ExampleRows extends Iterable<SituatedGenExample> {
  readonly length: number;
}

type Keyed = Pick<SituatedGenExample, 'keywords' | 'keywords_pos' | 'statements'>;

/** The keywords of one of the two sentences: those assigned by `keywords_pos`, or else those that occur in it. */
export function sentenceKeywords({ keywords, keywords_pos: places, statements }: Keyed, sentence: number): string[] {
  const text = statements[sentence].toLowerCase();
  return keywords.filter((keyword, i) => (places ? places[i] === sentence : text.includes(keyword.toLowerCase())));
}
