/** Write-back: decisions of people change the rows of a dataset folder, and its card, statistics and report with them. */

import {
  type App,
  type Benchmark,
  type Decision,
  InputError,
  type Item,
  type Task,
  type TaskItem,
  unknownName,
} from '@sensebench/metrics/internal/core';
import { agreementOf, applyRows, isSimulated, outcomeOf, readDecisions, tasksOf } from '../annotate/index.ts';
import { type DatasetPeople, type Datasheet, type RewrittenDataset, readContent, rewriteDataset } from '../build/dataset/index.ts';
import { hashFile, nameOf } from '../files/index.ts';

export interface ApplyOptions {
  folder: string;
  benchmark: Benchmark;
  /** `benchmark/task`, or the task alone. */
  task: string;
  /** The splits whose rows were shown; default: all. */
  splits?: readonly string[];
  /** Files of decisions, or decisions that count already with final ones marked. */
  decisions: readonly string[] | { from: string; decisions: readonly Decision[] };
  /** Default: in place, with the earlier state kept beside. */
  out?: string;
  datasheet?: Datasheet;
  say?(line: string): void;
  warn?(line: string): void;
}

export interface AppliedDecisions extends RewrittenDataset {
  task: string;
  removed: string[];
  changed: { id: string; fields: string[] }[];
  kept: number;
}

export async function applyDecisions(app: App, options: ApplyOptions): Promise<AppliedDecisions> {
  const { folder, benchmark, splits: wished } = options;
  const task = findTask(benchmark, options.task);
  const before = await readContent(folder);
  if (before.manifest.benchmark !== benchmark.name)
    throw new InputError(`is a dataset of ${before.manifest.benchmark}`, { file: folder, expected: `a dataset of ${benchmark.name}` });
  const splits = wished && wished.length > 0 ? wished : Object.keys(before.splits);
  const { rows, items } = await readItems(options, before.splits, splits);
  const listed = task.list({ items, seed: before.manifest.seed, count: items.length });
  const { decisions, from } = await readGiven(options, { task, listed, app });
  const outcome = await outcomeOf(task, { items: listed, decisions }, await app.tools(task.needs ?? {}));
  if (!outcome.rows) throw new InputError(`the task ${task.name} changes no rows`, { expected: 'a task whose outcome changes rows' });
  const names = benchmark.names?.(items).map(({ id }) => id) ?? items.map(({ id }) => id);
  const applied = applyRows(
    rows.map(({ row }) => row),
    names,
    outcome.rows,
  );
  const gone = new Set(applied.removed);
  const left = rows.filter((_, i) => !gone.has(names[i]));
  const changedSplits = Object.fromEntries(
    Object.entries(before.splits).map(([split, all]) => [
      split,
      splits.includes(split) ? applied.rows.filter((_, i) => left[i].split === split) : all,
    ]),
  );
  const dropped = (outcome.dropped ?? []).filter(({ ids }) => ids.some((id) => gone.has(id)) || gone.has(ids.join('|')));
  const simulated = decisions.some(({ annotator }) => isSimulated(annotator));
  const restated = await benchmark.restate?.(
    {
      splits: changedSplits,
      ledger: [...before.ledger, ...dropped],
      stats: before.stats,
      config: before.manifest.config,
      seed: before.manifest.seed,
      task: task.name,
      decisions,
      simulated,
      files: Object.keys(before.manifest.files ?? {}),
      path: (file) => `${folder}/${file}`,
    },
    app.tools,
  );
  const { removed, changed, kept } = applied;
  const written = await rewriteDataset(folder, before, {
    splits: changedSplits,
    dropped,
    people: await describe(task, decisions, { removed: removed.length, changed: changed.length, simulated }),
    applied: { task: task.name, decisions: from, removed: removed.length, changed: changed.length },
    restated,
    datasheet: options.datasheet,
    versions: { sensebench: app.version },
    out: options.out,
    say: options.say,
  });
  return { ...written, task: task.name, removed, changed, kept };
}

function findTask(benchmark: Benchmark, name: string): Task {
  const tasks = tasksOf(benchmark);
  const found = tasks.find((task) => task.name === name || task.name === `${benchmark.name}/${name}`);
  if (!found)
    throw unknownName(
      'task',
      name,
      tasks.map((task) => task.name),
    );
  return found;
}

/** The items of the splits, each with its row: a reader yields one item a row. */
async function readItems(
  { benchmark, folder }: ApplyOptions,
  all: Readonly<Record<string, readonly object[]>>,
  splits: readonly string[],
): Promise<{ rows: { split: string; row: object }[]; items: Item[] }> {
  const rows: { split: string; row: object }[] = [];
  const items: Item[] = [];
  for (const split of splits) {
    const own = all[split];
    if (!own) throw unknownName('split', split, Object.keys(all), { file: folder });
    const read: Item[] = [];
    for await (const item of benchmark.read(folder, { split })) read.push(item);
    if (read.length !== own.length)
      throw new InputError(`${split} has ${own.length} rows and ${read.length} items; rows cannot be told by their items`, {
        file: folder,
      });
    rows.push(...own.map((row) => ({ split, row })));
    items.push(...read);
  }
  return { rows, items };
}

async function readGiven(
  { decisions, warn, benchmark }: ApplyOptions,
  { task, listed, app }: { task: Task; listed: readonly TaskItem[]; app: App },
): Promise<{ decisions: readonly Decision[]; from: string }> {
  if ('from' in decisions) return decisions;
  const read = await readDecisions(decisions, task, { items: listed, tasks: tasksOf(benchmark), now: app.now(), warn });
  if (read.all.length === 0)
    throw new InputError('has no decisions', { file: decisions[0], expected: `decisions of the task ${task.name}` });
  const names = await Promise.all(decisions.map(async (path) => `${nameOf(path)} ${(await hashFile(path)).slice(0, 12)}`));
  return { decisions: read.all, from: names.join(', ') };
}

async function describe(
  task: Task,
  decisions: readonly Decision[],
  { removed, changed, simulated }: { removed: number; changed: number; simulated: boolean },
): Promise<DatasetPeople> {
  const annotators = new Set(decisions.map(({ annotator }) => annotator)).size;
  const { fields } = await agreementOf(task, decisions, { intervals: false });
  const [first] = Object.entries(fields).filter(([, { raw }]) => raw !== null);
  const agreed = first
    ? ` On ${first[1].items} items that several judged, agreement on "${first[0]}" is ${((first[1].raw ?? 0) * 100).toFixed(1)}%, Krippendorff's alpha ${first[1].krippendorffAlpha?.toFixed(2) ?? 'undefined'}.`
    : '';
  const final = decisions.filter((decision) => decision.final).length;
  const settled = final > 0 ? ` ${final} items were settled by a final decision.` : '';
  return {
    task: task.name,
    annotators,
    decisions: decisions.length,
    simulated,
    text: `${annotators} annotators made ${decisions.length} decisions (${task.summary}); ${removed} rows were removed and ${changed} changed.${agreed}${settled}`,
  };
}
