/** `sensebench stats commongen`: Table 1 of the paper for any files in the released layout. */
import { basename } from 'node:path';
import { z } from 'zod';
import { defineAction, InputError } from '../../../core/index.ts';
import { readRows } from '../../../files/index.ts';
import { tableToText } from '../../../report/index.ts';
import { analyseGraph } from '../analyse/analyse-graph.ts';
import { PUBLISHED_RELATIONS } from '../analyse/relation-categories.ts';
import { countMissing } from '../missing-concepts.ts';
import { PUBLISHED_STATISTICS } from '../published.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../row.ts';
import { analysedSplit, type SetFigures, setFigures, statsTable, toSplit } from '../set-figures.ts';

export const stats = defineAction({
  summary: "CommonGen's Table 1 for any files",
  options: z.object({
    dataset: z.array(z.string()).describe('files of concept-sets with references'),
    conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz: how the sets are connected (Figure 4, Table 2, Figure 8)"),
    train: z.string().optional().describe('training file that unseen shares are computed against (default: the file called train)'),
  }),
  examples: ['stats commongen --dataset dev.jsonl --json', 'stats commongen --dataset train.jsonl dev.jsonl test.jsonl'],
  async run({ dataset, train, conceptnet }, context) {
    if (dataset.length === 0) throw new InputError('nothing to count', { expected: '--dataset' });
    const splits = new Map<string, CommonGenRow[]>();
    for (const path of dataset) {
      const name = nameOfSplit(path);
      if (splits.has(name)) throw new InputError(`two files are called "${name}"`, { file: path });
      splits.set(name, await readRows(path, commonGenRowSchema));
    }
    const seen = train ? await readRows(train, commonGenRowSchema) : splits.get('train');
    const tools = await context.tools({ analyse: true, wordnet: true });
    const graph = conceptnet
      ? await analyseGraph(Object.fromEntries(Array.from(splits, ([name, rows]) => [name, rows.map(conceptsOf)])), conceptnet)
      : {};
    const figures: Record<string, SetFigures> = {};
    const training = seen && (splits.size > 1 || train) ? await analysedSplit(seen, tools) : undefined;
    for (const [name, rows] of splits) {
      figures[name] = {
        ...setFigures(toSplit(rows), rows === seen ? undefined : training),
        missingConcepts: await countMissing(rows, tools),
        ...(graph[name] ? { graph: graph[name] } : {}),
      };
    }
    return {
      json: { splits: figures, published: { statistics: PUBLISHED_STATISTICS, relations: PUBLISHED_RELATIONS } },
      text: tableToText(statsTable(figures), context),
    };
  },
});

function nameOfSplit(path: string): string {
  return basename(path).replace(/(\.jsonl?)?(\.gz)?$/, '');
}
