/** The options of `sensebench build commongen`. */

import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { engineOptions } from '../../build/engines/index.ts';
import { CAPTION_LAYOUTS } from './build/read-captions.ts';
import { UNSEEN } from './build/split-sets.ts';
import { TRAINING_FORMATS } from './dataset/export-training.ts';

export const buildOptionsSchema = z.object({
  captions: z.array(z.string()).default([]).describe('files of captions (default: the starter corpus)'),
  layout: z.enum(CAPTION_LAYOUTS).optional().describe('layout of the captions (default: recognized by the content)'),
  column: z.string().optional().describe('column of the captions in CSV files'),
  conceptnet: z
    .string()
    .optional()
    .describe('assertions.csv.gz of ConceptNet, whose English words are the concepts (default: those of WordNet)'),
  out: z.string().describe('the dataset folder to write'),
  least: z.number().int().min(1).optional().describe('fewest captions that a concept-set needs (default: 2; with the starter corpus 1)'),
  leastConcept: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('fewest captions that a concept needs (default: 6, because an image has up to five; with the starter corpus 1)'),
  stop: z.string().optional().describe('file of words that are not concepts, one per line (default: people, light verbs and pronouns)'),
  test: z.string().default('4=747,5=750').describe('number of test sets by size (never more than 5% of the sets found)'),
  dev: z.string().default('3=493,4=250,5=250').describe('number of dev sets by size (never more than 5% of the sets found)'),
  train: z.string().default('3=25020,4=4240,5=3391').describe('number of training sets by size'),
  unseen: z.enum(UNSEEN).default('pairs').describe('parts of dev and test sets that must not occur in train'),
  written: z
    .string()
    .optional()
    .describe(
      'concept-sets with references written by people, as CommonGen rows, which become dev and test (default: those of the starter corpus, with its captions)',
    ),
  references: z.string().optional().describe('references written by people: CommonGen rows, or decisions of the reference task'),
  perSet: z.number().int().positive().default(4).describe('the most captions used as references of a set'),
  perCaption: z.number().int().positive().default(4).describe('the most sets that use a caption as a reference'),
  format: z.array(z.enum(TRAINING_FORMATS)).default([]).describe('training files: plain, t5 or gpt2'),
  orders: z.number().int().positive().default(1).describe('orders of the concepts in training files; 1 is the original order alone'),
  datasheet: z
    .string()
    .optional()
    .describe('datasheet.yaml: name, licence, address and date, answers that only you know, version and errata'),
  seed: z.number().int().default(17),
  ...engineOptions,
  force: z.boolean().default(false).describe('replace the dataset in an existing folder; other files are kept'),
});

export type BuildOptions = z.infer<typeof buildOptionsSchema>;

/** Reads `3=493,4=250` as numbers of sets by size. */
export function parseSizes(text: string, flag: string): Record<number, number> {
  const sizes: Record<number, number> = {};
  for (const part of text.split(',').filter(Boolean)) {
    const match = /^\s*([345])\s*=\s*(\d+)\s*$/.exec(part);
    if (!match)
      throw new InputError(`${flag}: "${part}" is not a size`, { expected: 'sizes 3 to 5 with a number of sets, like 4=747,5=750' });
    sizes[Number(match[1])] = Number(match[2]);
  }
  return sizes;
}
