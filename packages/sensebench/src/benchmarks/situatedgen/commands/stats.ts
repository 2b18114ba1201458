/** `sensebench stats situatedgen`: the papers' Tables 1 and 2 and Figure 3 for any files in the released layout. */

import { type ActionContext, defineAction, InputError, type TextEntity } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseSourceSpec, readSources } from '../../../statements/sources/index.ts';
import { contextTotals, countContexts, countSentences } from '../context-counts.ts';
import { datasetFigures } from '../dataset-figures.ts';
import { CONTRADICTIONS, PUBLISHED_FACTS, PUBLISHED_STATISTICS } from '../published.ts';
import { type ExampleFile, readEntities, readExampleFiles } from '../read-examples.ts';
import { splitFigures } from '../split-figures.ts';
import { contextTable, sourceTable, splitTable, unseenTable } from '../stats-tables.ts';
import { unseenBySplit } from '../unseen.ts';

export const stats = defineAction({
  summary: "SituatedGen's Table 1 (contexts by source), Table 2 and Figure 3 for any files",
  options: z.object({
    dataset: z.array(z.string()).default([]).describe('files of examples, or dataset folders'),
    statements: z.array(z.string()).default([]).describe('statement files with entities, used to look up the contexts of items'),
    source: z
      .array(z.string())
      .default([])
      .describe('name=path of a corpus in its original layout, whose sentences are counted for Table 1'),
    model: z.boolean().default(true).describe('find the entities of other statements with the model'),
    top: z.number().int().positive().default(30).describe('number of frequent keywords to list'),
    seed: z.number().int().default(17).describe('seed of the communities'),
  }),
  examples: [
    'stats situatedgen --dataset train.jsonl dev.jsonl --json',
    'stats situatedgen --dataset train.jsonl --statements creak.jsonl strategyqa.jsonl commonsenseqa.jsonl',
    'stats situatedgen --dataset my-dataset',
    'stats situatedgen --statements creak.jsonl --source creak=creak/train.jsonl creak=creak/dev.jsonl',
  ],
  async run(options, context) {
    if (options.dataset.length + options.statements.length + options.source.length === 0)
      throw new InputError('nothing to count', { expected: '--dataset, --statements or --source' });
    const files = await readExampleFiles(options.dataset);
    const entities = await readEntities(options.statements, options.dataset);
    const given = new Map(entities);
    if (options.model) await addFromModel(files, entities, context);
    const unseen = unseenBySplit(Object.fromEntries(files.map(({ name, examples }) => [name, examples])));
    const splits = Object.fromEntries(
      files.map((file) => [
        file.name,
        { ...splitFigures(file, entities, options), ...(unseen[file.name] ? { unseen: unseen[file.name] } : {}) },
      ]),
    );
    const total = datasetFigures(
      files.flatMap(({ examples }) => examples),
      entities,
      options,
    );
    const statements = [...given].map(([id, found]) => ({ id, entities: found }));
    const { sentences } = await readSources(options.source.map(parseSourceSpec));
    const counted = { ...countSentences(statements), ...sentences };
    // For a corpus without statements, the number of sentences is known but not their contexts.
    const known = new Set(statements.map(({ id }) => id.split('::')[0]));
    const contexts = countContexts(statements, Object.fromEntries(Object.entries(counted).filter(([source]) => known.has(source))));
    const tables = [
      ...(files.length > 0 ? [splitTable(splits, total), contextTable(splits, total)] : []),
      ...(Object.keys(unseen).length > 0 ? [unseenTable(splits)] : []),
      sourceTable(contexts, counted),
    ];
    return {
      json: {
        splits,
        total,
        sources: contexts,
        sourcesTotal: contextTotals(contexts),
        sentences: counted,
        sharedStatements: sharedStatements(files),
        tokenizer: 'NLTK word_tokenize',
        published: PUBLISHED_STATISTICS,
        publishedFacts: PUBLISHED_FACTS,
      },
      tables,
      notes: `\n${CONTRADICTIONS.join('\n')}`,
    };
  },
});

/** Released rows have no context types. Those missing from the statement files are found by our own model. */
async function addFromModel(files: readonly ExampleFile[], entities: Map<string, TextEntity[]>, context: ActionContext): Promise<void> {
  const unknown = new Map<string, string>();
  for (const { examples } of files) {
    for (const { ids, statements } of examples) {
      for (const [i, id] of ids.entries()) if (!entities.has(id)) unknown.set(id, statements[i]);
    }
  }
  if (unknown.size === 0) return;
  const { analyse } = await context.tools({ analyse: true });
  const found = await analyse([...unknown.values()]);
  [...unknown.keys()].forEach((id, i) => {
    if (found[i]) entities.set(id, found[i].entities);
  });
}

/** The number of statements in more than one file, which must be 0 for the splits of a dataset. */
function sharedStatements(files: readonly ExampleFile[]): number {
  const seen = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, examples } of files) {
    for (const statement of new Set(examples.flatMap((example) => example.statements))) {
      if (seen.has(statement) && seen.get(statement) !== name) shared.add(statement);
      seen.set(statement, name);
    }
  }
  return shared.size;
}
