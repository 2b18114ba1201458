/** Writes the outcome of a study back to its dataset folder: rows, card, statistics and report. The earlier state is kept next to it. */
import { relative } from 'node:path';
import { applyDecisions } from 'sensebench/internal/app';
import { InputError } from 'sensebench/internal/core';
import { z } from 'zod';
import { StoreRefusal } from '../store/refusal.ts';
import { datasetProblem } from '../studies/describe-study.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { readStudy } from '../studies/study-queries.ts';
import type { Studio } from '../studio.ts';
import { undecidedItems } from './disagreements.ts';
import { outcomeWithRows } from './outcome.ts';

export const writtenBackSchema = z.object({
  removed: z.number(),
  changed: z.number(),
  kept: z.number(),
  written: z.string().nullable().describe('the dataset folder'),
  earlier: z.string().nullable().describe('the folder with the earlier state'),
  warnings: z.array(z.string()),
});

async function writeBackStudy(studio: Studio, study: OpenStudy, { dry }: { dry: boolean }): Promise<z.infer<typeof writtenBackSchema>> {
  const { catalog, app, say } = studio;
  const { source, task } = study;
  const from = `study ${study.id} of the studio`;
  const changed = await datasetProblem(studio, source);
  if (changed) throw new StoreRefusal('conflict', (await isWritten(studio, study, from)) ? alreadyWritten(source.dataset) : changed);
  const { outcome, items, decisions } = await outcomeWithRows(studio, study);
  if (decisions.length === 0) throw new StoreRefusal('conflict', 'there are no answers to write back');
  if (!outcome.rows) throw new StoreRefusal('conflict', `the task ${task.name} does not change rows; download its decisions instead`);
  const warnings = await warningsOf(studio, study);
  const removed = [...outcome.rows.values()].filter((row) => row === null).length;
  const plan = { removed, changed: outcome.rows.size - removed, kept: items.length - removed };
  if (dry) return { ...plan, written: null, earlier: null, warnings };
  const { path, benchmark } = await catalog.openDataset(source.dataset);
  const applied = await applyDecisions(app, {
    folder: path,
    benchmark,
    task: task.name,
    splits: [source.split],
    decisions: { from, decisions },
    say,
    warn: (line) => warnings.push(line),
  });
  return {
    removed: applied.removed.length,
    changed: applied.changed.length,
    kept: applied.kept,
    written: source.dataset,
    earlier: relative(catalog.root, applied.earlier) || '.',
    warnings,
  };
}

export const writeBackTask = studyTask('write-back', writeBackStudy);

async function warningsOf(studio: Studio, study: OpenStudy): Promise<string[]> {
  const counted = await readStudy(studio.sql, { study: study.id });
  const { answers = 0, wanted = 0, simulated = false } = counted ?? {};
  const undecided = await undecidedItems(studio, study);
  return [
    ...(answers < wanted ? [`${wanted - answers} of ${wanted} answers are still missing`] : []),
    ...(undecided && undecided.size > 0
      ? [`${undecided.size} items have no majority; settle them first, or the task's own rule decides`]
      : []),
    ...(simulated ? ['some annotators are simulated: do not publish the result'] : []),
  ];
}

const appliedSchema = z.array(z.looseObject({ decisions: z.string() }));

async function isWritten({ catalog }: Studio, { source }: OpenStudy, from: string): Promise<boolean> {
  try {
    const { manifest } = await catalog.openDataset(source.dataset);
    return appliedSchema.safeParse(manifest.config.applied).data?.some(({ decisions }) => decisions === from) ?? false;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function alreadyWritten(dataset: string): string {
  return `this study was already written back to ${dataset}; to repeat it, first restore the earlier state (${dataset}.before-1, or the one with the highest number)`;
}
