/** Yes, no or unsure: how an annotator answers a criterion. */
import { z } from 'zod';

export type Judgement = 'yes' | 'no' | 'unsure';

const WORDS: Readonly<Record<string, Judgement>> = {
  yes: 'yes',
  y: 'yes',
  true: 'yes',
  1: 'yes',
  no: 'no',
  n: 'no',
  false: 'no',
  0: 'no',
  unsure: 'unsure',
};

/** Older files have true and false, tables also 1, 0, y and n. */
export const judgementSchema: z.ZodType<Judgement> = z.preprocess(
  (given) => (typeof given === 'object' ? given : (WORDS[String(given).trim().toLowerCase()] ?? given)),
  z.enum(['yes', 'no', 'unsure']),
);
