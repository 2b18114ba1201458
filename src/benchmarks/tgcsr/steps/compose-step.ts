/** Composition as a step (Santos et al. 2022, section 4.1): an authored context becomes the domain's, duplicate answers are dropped. */
import { z } from 'zod';
import { defineStep, type Shard } from '../../../core/index.ts';
import type { AuthoredContext } from '../author/authored-context.ts';
import { composeContext } from '../author/compose-context.ts';
import { type TgcsrContext, tgcsrContextSchema } from '../context.ts';
import { taxonomySchema } from '../taxonomy/taxonomy.ts';

/** Reads one authored context; `facts` are the merged answers. */
export const composeStep = defineStep({
  name: 'compose',
  version: 2,
  options: z.object({
    taxonomy: taxonomySchema,
    previous: tgcsrContextSchema.optional(),
    maxAnswers: z.number().optional(),
    file: z.string().optional(),
  }),
  over: 'each',
  run([{ rows }]: readonly Shard<AuthoredContext>[], options): Shard<TgcsrContext> {
    const { context, merged } = composeContext(rows[0], options);
    return {
      rows: [context],
      dropped: merged.map(({ text, into, intoText }) => ({ step: 'read', rule: 'duplicate answer', ids: [into], text, value: intoText })),
      facts: merged.map(({ category, text, into, intoText }) => ({ category, text, into, intoText })),
    };
  },
});
