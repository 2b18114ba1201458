/** What the model of contrast knows of each statement: facts from its parse, and the embeddings of four forms of it side by side. */

import { defineStep, type Shard } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { Statement } from '../../../statements/index.ts';
import { loadContrastModel } from '../contrast/contrast-model.ts';
import { readStatements } from '../contrast/describe-statements.ts';
import { type StatementFacts, TEXTS } from '../contrast/statement-facts.ts';
import { embedderNeeds, embeddingsOption } from './embed-texts.ts';

/** Rows are facts, one for each statement; a vector holds those of all forms. */
export const factsStep = defineStep({
  name: 'facts',
  version: 1,
  options: z.object({ deep: z.boolean(), embeddings: embeddingsOption }),
  needs: ({ deep, embeddings }) => ({ analyse: deep ? 'deep' : true, wordnet: true, ...embedderNeeds({ embeddings }) }),
  over: 'each',
  async run([{ rows }]: readonly Shard<Statement>[], _, { analyse, wordnet, embedder, signal, progress }): Promise<Shard<StatementFacts>> {
    if (!wordnet) throw new Error('WordNet was not loaded');
    const analysed = await analyse(
      rows.map(({ text }) => text),
      { parse: true, entities: false },
    );
    const readings = await readStatements(
      rows.map(({ entities = [] }, i) => ({ analysis: analysed[i], entities })),
      { reader: loadContrastModel().facts(wordnet), embedder, signal },
    );
    progress(rows.length);
    const dimensions = embedder?.dimensions ?? 0;
    const vectors = new Float32Array(rows.length * TEXTS.length * dimensions);
    for (const [i, reading] of readings.entries())
      for (const [form, name] of TEXTS.entries()) vectors.set(reading.vectors[name], (i * TEXTS.length + form) * dimensions);
    return { rows: readings.map(({ facts }) => facts), dropped: [], vectors };
  },
});
