/** A statement: one sentence of commonsense knowledge, with its origin, entities and keywords. */

import { ENTITY_TYPES } from '@sensebench/metrics/internal/core';
import { z } from 'zod';

export const CONTEXTS = ['GEO', 'TEMP', 'BOTH'] as const;
export type Context = (typeof CONTEXTS)[number];

export const entitySchema = z.object({
  text: z.string().min(1),
  type: z.enum(ENTITY_TYPES),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
});

export const keywordSchema = z.object({
  text: z.string().min(1),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  /** The entity type, or NOUN. */
  kind: z.enum([...ENTITY_TYPES, 'NOUN']),
});
export type Keyword = z.infer<typeof keywordSchema>;

/** `source::split::n`, as the released SituatedGen files write it. */
export const statementIdSchema = z.string().regex(/^[^:\s]+::[^:\s]+::\S+$/, 'an id like creak::train::12');

export const statementSchema = z.object({
  id: statementIdSchema,
  text: z.string().min(1),
  question: z.string().optional(),
  answer: z.union([z.string(), z.boolean()]).optional(),
  licence: z.string().optional(),
  /** The rule that made the text from a question and its answer, and its confidence. */
  rule: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  entities: z.array(entitySchema).optional(),
  context: z.enum(CONTEXTS).optional(),
  keywords: z.array(keywordSchema).optional(),
  /** The origin of a statement made from a table: package, row and so on. */
  provenance: z.record(z.string(), z.string()).optional(),
});

export type Statement = z.infer<typeof statementSchema>;
