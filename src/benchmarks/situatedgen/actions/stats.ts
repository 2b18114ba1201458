/** `sensebench stats situatedgen`: the papers' Tables 1 and 2 and Figure 3 for any files in the released layout. */
import { z } from 'zod';
import type { Column, Table, Value } from '../../../core/index.ts';
import { type ActionContext, defineAction, InputError, type TextEntity } from '../../../core/index.ts';
import { fixed, percent, tableToText } from '../../../report/index.ts';
import { countContexts, PUBLISHED_CONTEXT_COUNTS } from '../context-counts.ts';
import { type DatasetFigures, datasetFigures } from '../dataset-figures.ts';
import { PUBLISHED_STATISTICS } from '../published.ts';
import { type ExampleFile, readEntities, readExampleFiles } from '../read-examples.ts';
import { findCommunities } from '../steps/find-communities.ts';
import { countRegions } from '../world-region.ts';

export const stats = defineAction({
  summary: "SituatedGen's Table 1 (contexts by source), Table 2 and Figure 3 for any files",
  options: z.object({
    dataset: z.array(z.string()).default([]).describe('files of examples, or dataset folders'),
    statements: z.array(z.string()).default([]).describe('files of statements with entities, to know the contexts by'),
    model: z.boolean().default(true).describe('find the entities of other statements with the model'),
    top: z.number().int().positive().default(30).describe('how many frequent keywords'),
    seed: z.number().int().default(17).describe('for the communities'),
  }),
  examples: [
    'stats situatedgen --dataset train.jsonl dev.jsonl --json',
    'stats situatedgen --dataset train.jsonl --statements creak.jsonl strategyqa.jsonl commonsenseqa.jsonl',
    'stats situatedgen --dataset my-dataset',
  ],
  async run(options, context) {
    if (options.dataset.length + options.statements.length === 0)
      throw new InputError('nothing to count', { expected: '--dataset or --statements' });
    const files = await readExampleFiles(options.dataset);
    const entities = await readEntities(options.statements, options.dataset);
    const given = new Map(entities);
    if (options.model) await addFromModel(files, entities, context);
    const splits = Object.fromEntries(files.map((file) => [file.name, splitFigures(file, entities, options)]));
    const contexts = countContexts([...given].map(([id, found]) => ({ id, entities: found })));
    const tables = [
      ...(files.length > 0 ? [splitTable(splits), contextTable(splits)] : []),
      ...(given.size > 0 ? [sourceTable(contexts)] : []),
    ];
    return {
      json: {
        splits,
        sources: contexts,
        sharedStatements: sharedStatements(files),
        tokenizer: 'NLTK word_tokenize',
        published: PUBLISHED_STATISTICS,
      },
      text: tables.map(tableToText).join('\n\n'),
    };
  },
});

export type SplitFigures = DatasetFigures & {
  communities: { count: number; largestShare: number | null; crossing: number };
  regions: Record<string, number>;
};

export function splitFigures(
  file: Pick<ExampleFile, 'examples'>,
  entities: ReadonlyMap<string, readonly TextEntity[]>,
  { top = 30, seed = 17 }: { top?: number; seed?: number } = {},
): SplitFigures {
  const { edges, crossing } = findCommunities(
    file.examples.map((example) => example.ids),
    { seed },
  );
  const places = [...new Set(file.examples.flatMap((example) => example.ids))].flatMap((id) =>
    (entities.get(id) ?? []).filter((entity) => entity.type === 'GPE').map((entity) => entity.text),
  );
  return {
    ...datasetFigures(file.examples, entities, { top }),
    communities: { count: edges.length, largestShare: edges.length > 0 ? edges[0] / file.examples.length : null, crossing },
    regions: countRegions(places),
  };
}

/** Released rows carry no type: what no statement file tells is found by our own model. */
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

/** Statements that stand in more than one file: none may, in a dataset's splits. */
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

export function splitTable(splits: Readonly<Record<string, DatasetFigures>>): Table {
  const published = PUBLISHED_STATISTICS.filter(({ split }) => split in splits);
  const columns: Column[] = [
    { key: 'statistic', label: 'Statistics' },
    ...Object.keys(splits).map((name) => ({ key: name, label: name, align: 'right' as const })),
    ...published.map(({ version, split }) => ({ key: `${version} ${split}`, label: `${split} (${version})`, align: 'right' as const })),
  ];
  const row = (statistic: string, key: keyof DatasetFigures & string, format: (value: Value) => string) => ({
    statistic,
    ...Object.fromEntries(Object.entries(splits).map(([name, figures]) => [name, shown(figures[key] as Value, format)])),
    ...Object.fromEntries(
      published.map((figures) => [
        `${figures.version} ${figures.split}`,
        shown((figures as unknown as Record<string, Value>)[key], format),
      ]),
    ),
  });
  return {
    caption: 'Table 2',
    columns,
    rows: [
      row('Size (sentence pairs)', 'examples', String),
      row('Unique sentences', 'uniqueSentences', String),
      row('  per sentence pair', 'uniqueSentencesPerExample', fixed(2)),
      row('Unique keywords', 'uniqueKeywords', String),
      row('Average input keywords', 'keywordsPerExample', fixed(2)),
      row('Average output tokens', 'tokensPerExample', fixed(2)),
      row('Skewness of keywords', 'keywordSkewness', fixed(2)),
    ],
  };
}

export function contextTable(splits: Readonly<Record<string, DatasetFigures>>): Table {
  const share = percent(1);
  return {
    caption: 'Context types, in % of the pairs whose context is known; pairs that break section 3.1',
    columns: ['split', 'GEO', 'TEMP', 'BOTH', 'unknown', 'breaking'].map((key) => ({
      key,
      label: key,
      ...(key === 'split' ? {} : { align: 'right' as const }),
    })),
    rows: Object.entries(splits).map(([split, { contexts, contextCounts, definition }]) => ({
      split,
      GEO: shown(contexts.GEO, share),
      TEMP: shown(contexts.TEMP, share),
      BOTH: shown(contexts.BOTH, share),
      unknown: contextCounts.unknown,
      breaking: `${definition.breaking} of ${definition.checked}`,
    })),
  };
}

export function sourceTable(contexts: ReturnType<typeof countContexts>): Table {
  return {
    caption: 'Table 1, with the paper’s figures in brackets',
    columns: [
      { key: 'source', label: 'Source' },
      ...(['sentences', 'GEO', 'TEMP', 'BOTH', 'valid'] as const).map((key) => ({ key, label: key, align: 'right' as const })),
    ],
    rows: Object.entries(contexts).map(([source, counts]) => {
      const paper = PUBLISHED_CONTEXT_COUNTS[source];
      const cell = (key: 'sentences' | 'GEO' | 'TEMP' | 'BOTH' | 'valid') => `${counts[key] ?? '–'}${paper ? ` (${paper[key]})` : ''}`;
      return { source, sentences: cell('sentences'), GEO: cell('GEO'), TEMP: cell('TEMP'), BOTH: cell('BOTH'), valid: cell('valid') };
    }),
  };
}

function shown(value: Value, format: (value: Value) => string): string | null {
  return value === null || value === undefined ? null : format(value);
}
