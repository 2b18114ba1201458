/** The predicate frame of each statement, for the strict pair rules. */

import { defineStep, type Shard } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { Statement } from '../../../statements/index.ts';
import { type Frame, readFrame } from '../pairs/frame.ts';

/** Rows are frames, one per statement. */
export const framesStep = defineStep({
  name: 'frames',
  version: 1,
  options: z.object({ deep: z.boolean() }),
  needs: ({ deep }) => ({ analyse: deep ? 'deep' : true, wordnet: true }),
  over: 'each',
  async run([{ rows }]: readonly Shard<Statement>[], _, { analyse, wordnet, progress }): Promise<Shard<Frame>> {
    const analysed = await analyse(
      rows.map(({ text }) => text),
      { parse: true, entities: false },
    );
    progress(rows.length);
    return { rows: rows.map(({ entities = [] }, i) => readFrame(analysed[i].tokens, entities, wordnet)), dropped: [] };
  },
});
