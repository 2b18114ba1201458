/** `sensebench stats commongen`: Table 1 of the paper for any files in the released layout. */
import { basename } from 'node:path';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readRows, writeFileAtomic } from '../../../files/index.ts';
import { renderPage, tableToHtml } from '../../../report/index.ts';
import { analyseGraph, readGraph } from '../analysis/analyse-graph.ts';
import { PUBLISHED_RELATIONS } from '../analysis/connectivity.ts';
import { graphFigures, graphTables } from '../analysis/graph-tables.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../item.ts';
import { countMissing } from '../missing-concepts.ts';
import { PUBLISHED_STATISTICS } from '../published.ts';
import { analysedSplit, type SetFigures, setFigures, statsTable, toSplit } from '../set-figures.ts';

export const stats = defineAction({
  summary: "CommonGen's Table 1 for any files",
  options: z.object({
    dataset: z.array(z.string()).describe('files of concept-sets with references'),
    conceptnet: z
      .string()
      .optional()
      .describe("ConceptNet's assertions.csv.gz, to report how the sets are connected (Figure 4, Table 2, Figure 8)"),
    page: z.string().optional().describe('file to write a page with the tables and the figures drawn'),
    train: z.string().optional().describe('training file that unseen shares are computed against (default: the file called train)'),
  }),
  examples: [
    'stats commongen --dataset dev.jsonl --json',
    'stats commongen --dataset train.jsonl dev.jsonl test.jsonl',
    'stats commongen --dataset dev.jsonl --conceptnet assertions.csv.gz --page dev.html',
  ],
  async run({ dataset, train, conceptnet, page }, context) {
    if (dataset.length === 0) throw new InputError('nothing to count', { expected: '--dataset' });
    const splits = new Map<string, CommonGenRow[]>();
    for (const path of dataset) {
      const name = nameOfSplit(path);
      if (splits.has(name)) throw new InputError(`two files are called "${name}"`, { file: path });
      splits.set(name, await readRows(path, commonGenRowSchema));
    }
    const seen = train ? await readRows(train, commonGenRowSchema) : splits.get('train');
    const tools = await context.tools({ analyse: true, wordnet: true });
    const sets = Object.fromEntries(Array.from(splits, ([name, rows]) => [name, rows.map(conceptsOf)]));
    const graph = conceptnet ? analyseGraph(sets, await readGraph(conceptnet, Object.values(sets).flat())) : {};
    const figures: Record<string, SetFigures> = {};
    const training = seen && (splits.size > 1 || train) ? await analysedSplit(seen, tools) : undefined;
    for (const [name, rows] of splits) {
      figures[name] = {
        ...setFigures(toSplit(rows), rows === seen ? undefined : training),
        missingConcepts: await countMissing(rows, tools),
        ...(graph[name] ? { graph: graph[name] } : {}),
      };
    }
    const tables = [statsTable(figures), ...Object.entries(graph).flatMap(([name, figure]) => graphTables(name, figure))];
    if (page) {
      const sections = [
        { id: 'splits', title: 'Table 1', html: tableToHtml(statsTable(figures)) },
        ...(conceptnet ? [{ id: 'graph', title: 'On ConceptNet', html: graphFigures(graph) }] : []),
      ];
      await writeFileAtomic(page, renderPage({ title: "CommonGen's statistics", sections, footer: `sensebench ${context.version}` }));
      context.say(`page: ${page}`);
    }
    return {
      json: { splits: figures, published: { statistics: PUBLISHED_STATISTICS, relations: PUBLISHED_RELATIONS } },
      tables,
    };
  },
});

function nameOfSplit(path: string): string {
  return basename(path).replace(/(\.jsonl?)?(\.gz)?$/, '');
}
