/** `sensebench items <run> …`: which items are hard, which tell systems apart, and which may have a wrong key. */
import { existsSync, statSync } from 'node:fs';
import { type ActionContext, defineAction, describeInput, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { labelTable, readDecisions } from '../../annotate/index.ts';
import { findRun, runOptions } from '../../app/index.ts';
import {
  analyseItems,
  describeAnalysis,
  type ItemText,
  itemsTable,
  type ReadTable,
  readScoreTable,
  renderItemsPage,
  systemsTable,
} from '../../evaluate/items/index.ts';
import { readRun, writeFileAtomic } from '../../files/index.ts';
import { tableToText } from '../../report/index.ts';
import { taskOfDecisions } from '../task-of-decisions.ts';

const SHOWN = 20;

export const action = defineAction({
  summary: 'find hard, useless and possibly wrong items from the scores of several systems',
  arguments: [
    { name: 'scores', summary: 'run folders of one dataset, or one table of scores (CSV, JSON Lines or Parquet)', variadic: true },
  ],
  options: z.object({
    scores: z.array(z.string()).min(1),
    by: z.string().optional().describe('the score, or the column of a table (default: the first)'),
    model: z
      .enum(['auto', '1pl', '2pl', 'none'])
      .default('auto')
      .describe('item response model (default: 1pl from 3 systems, 2pl from 30)'),
    threshold: z.number().default(0.5).describe('a score from here on counts as right in the model'),
    smallest: z.number().int().positive().optional().describe('choose so many items that rank the systems as all items do'),
    people: z.array(z.string()).default([]).describe("people's decisions about the same items: where they disagree"),
    seed: z.number().int().default(17).describe('seed of --smallest'),
    out: z.string().optional().describe('write a page with a plot and the items to check'),
    ...runOptions,
  }),
  examples: [
    'items runs/a runs/b runs/c --out items.html',
    'items scores.csv --by accuracy --smallest 100',
    'items runs/* --people decisions.jsonl --json',
  ],
  async run({ scores: paths, by, people, out, dataset, benchmark, ...options }, context) {
    const table = await readScoreTable(paths, { by });
    if (table.note) context.say(table.note);
    if (table.systems.length < 2) throw new InputError('an item analysis takes two systems or more', { file: paths[0] });
    const disagreement = people.length > 0 ? await disagreementOf(people, table, { benchmark, context }) : undefined;
    const analysis = analyseItems(table, { ...options, disagreement });
    if (out) {
      const texts = statSync(paths[0]).isDirectory() ? await textsOf(paths, { dataset, benchmark }, context) : undefined;
      await writeFileAtomic(out, renderItemsPage(analysis, { title: `Items by ${table.by}`, version: context.version, texts }));
    }
    const items = itemsTable(analysis);
    const shown = {
      ...items,
      caption: `Items to check, then the hardest (${Math.min(SHOWN, items.rows.length)} of ${items.rows.length})`,
      rows: items.rows.slice(0, SHOWN),
    };
    return {
      json: { by: table.by, ...analysis, ...(out ? { out } : {}) },
      text: [
        describeAnalysis(analysis).join('\n'),
        tableToText(systemsTable(analysis), context),
        tableToText(shown, context),
        ...(out ? [out] : []),
      ].join('\n\n'),
    };
  },
});

/** By item: the share of labels that are not the most common one, over all fields of the task. */
async function disagreementOf(
  paths: readonly string[],
  { items }: ReadTable,
  { benchmark: module, context }: { benchmark?: string; context: ActionContext },
): Promise<Map<string, number>> {
  for (const path of paths) if (!existsSync(path)) throw new InputError('no such file', { file: path });
  const task = await taskOfDecisions(paths[0], module, context);
  const { current } = await readDecisions(paths, task, { warn: context.warn });
  const counts = new Map<string, { others: number; labels: number }>();
  for (const byItem of labelTable(task, current).values()) {
    for (const [item, labels] of byItem) {
      if (labels.size < 2) continue;
      const count = counts.get(item) ?? { others: 0, labels: 0 };
      const frequencies = new Map<unknown, number>();
      for (const label of labels.values()) frequencies.set(label, (frequencies.get(label) ?? 0) + 1);
      count.labels += labels.size;
      count.others += labels.size - Math.max(...frequencies.values());
      counts.set(item, count);
    }
  }
  if (!items.some((item) => counts.has(item)))
    throw new InputError('no item of these scores has labels by two people', { file: paths.join(', ') });
  return new Map([...counts].map(([item, { others, labels }]) => [item, others / labels]));
}

async function textsOf(
  folders: readonly string[],
  where: { dataset?: string; benchmark?: string },
  context: ActionContext,
): Promise<Map<string, ItemText>> {
  const { items } = await findRun(folders[0], where, context);
  const runs = await Promise.all(folders.map(readRun));
  return new Map(
    items.map((item) => [
      item.id,
      {
        input: describeInput(item),
        references: item.references,
        answers: Object.fromEntries(
          runs.flatMap(({ name, predictions }) => {
            const prediction = predictions.get(item.id);
            return prediction ? [[name, prediction.prediction]] : [];
          }),
        ),
      },
    ]),
  );
}
