/** `sensebench calibrate <judged>`: a judge's verdicts beside people's, and the estimate that both give together. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ActionContext,
  type ActionResult,
  type Decision,
  defineAction,
  InputError,
  type Table,
} from '@sensebench/metrics/internal/core';
import type { Estimate } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { readDecisions } from '../../annotate/index.ts';
import { calibrate, type FieldCalibration, rubricOf, type Share } from '../../evaluate/judge/index.ts';
import { missingFile, readJson, sha256, writeJson } from '../../files/index.ts';
import { taskOfDecisions } from '../task-of-decisions.ts';

export const action = defineAction({
  summary: 'compare a judge with people, and estimate from few labels by people and many by the judge',
  arguments: [{ name: 'judged', summary: 'a folder of `judge`, or a file of decisions by one judge' }],
  options: z.object({
    judged: z.string(),
    people: z.array(z.string()).min(1).describe("people's decisions of the same task, JSON Lines or CSV"),
    epsilon: z
      .number()
      .min(0)
      .max(1)
      .default(0.15)
      .describe('how much worse than a person the judge may be to replace one: 0.2 for experts, 0.15 for trained people, 0.1 for a crowd'),
    within: z.number().positive().optional().describe('say how many labels by people an interval of ± this takes'),
    out: z.string().optional().describe('write the calibration here; `judge --calibration` checks later judges against it'),
    benchmark: z.string().optional().describe('the module of your own benchmark; it is only loaded when you name it'),
  }),
  examples: [
    'calibrate judged/flan-t5 --people people.jsonl',
    'calibrate judged/flan-t5 --people people.jsonl --within 0.05 --out calibration.json --json',
  ],
  async run({ judged, people: paths, epsilon, within, out, benchmark: module }, context) {
    const { file, recorded } = await readJudged(judged);
    const task = await taskOfDecisions(file, module, context);
    const judge = labelled((await readDecisions([file], task)).current);
    const names = [...new Set(judge.map(({ annotator }) => annotator))];
    if (names.length !== 1) throw new InputError(`has verdicts of ${names.length} judges`, { file, expected: 'those of one' });
    const people = labelled((await readDecisions(paths, task, { warn: context.warn })).current).filter(
      ({ annotator }) => annotator !== names[0],
    );
    if (people.length === 0) throw new InputError(`has no decision of the task "${task.name}" by people`, { file: paths.join(', ') });
    const rubric = sha256(rubricOf(task));
    if (recorded && recorded.rubric !== rubric) context.warn(`${judged} was judged by another rubric than that of "${task.name}" today`);
    const fields = calibrate(task, { judge, people }, { epsilon, within });
    const json = {
      judge: names[0],
      task: task.name,
      rubric: recorded?.rubric ?? rubric,
      madeBy: `sensebench ${context.version}`,
      epsilon,
      fields,
    };
    if (out) await writeJson(out, json);
    return { json, ...describe(fields, { judge: names[0], task: task.name, within }) };
  },
});

const judgeFile = z.looseObject({ judge: z.string(), rubric: z.string() });

async function readJudged(path: string): Promise<{ file: string; recorded?: { rubric: string } }> {
  if (!existsSync(path)) throw missingFile(path);
  if (!statSync(path).isDirectory()) return { file: path };
  const file = join(path, 'decisions.jsonl');
  if (!existsSync(file)) throw new InputError('has no decisions.jsonl: the judge is not done', { file: path });
  const about = join(path, 'judge.json');
  const recorded = existsSync(about) ? await readJson(about, judgeFile) : undefined;
  return { file, recorded };
}

/** Without those in which a judge named nothing. */
function labelled<Value>(decisions: readonly Decision<Value | null>[]): Decision<Value>[] {
  return decisions.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
}

const calibrationSchema = z.looseObject({ judge: z.string(), task: z.string(), rubric: z.string() });

export async function readCalibration(path: string): Promise<z.infer<typeof calibrationSchema>> {
  return readJson(path, calibrationSchema);
}

/** `judge` as it was named on the command line: the recorded name begins with it. */
export function warnOfOtherJudge(
  calibration: z.infer<typeof calibrationSchema>,
  { judge, task, rubric }: { judge: string; task: string; rubric: string },
  { warn }: Pick<ActionContext, 'warn'>,
): void {
  const differences = [
    ...(calibration.judge.startsWith(judge.split('@')[0]) ? [] : [`it is of ${calibration.judge}, not of ${judge}`]),
    ...(calibration.task === task ? [] : [`it is of the task ${calibration.task}, not of ${task}`]),
    ...(calibration.rubric === rubric ? [] : ['the criteria or the wording have changed since']),
  ];
  if (differences.length > 0) warn(`the calibration does not apply: ${differences.join('; ')}`);
}

interface Described {
  judge: string;
  task: string;
  within?: number;
}

function describe(fields: Record<string, FieldCalibration>, { judge, task, within }: Described): Pick<ActionResult, 'tables' | 'notes'> {
  const right = (key: string, label: string) => ({ key, label, align: 'right' as const });
  const agreement: Table = {
    caption: `${judge} and people on ${task}`,
    columns: [
      { key: 'field', label: 'field' },
      right('both', 'items'),
      right('agreement', 'agreement'),
      right('kappa', "Cohen's kappa"),
      right('sensitivity', 'sensitivity'),
      right('specificity', 'specificity'),
      { key: 'replaces', label: 'may replace a person' },
    ],
    rows: Object.entries(fields).map(([field, { labels, agreement: agreed, cohenKappa, sensitivity, specificity, replaces }]) => ({
      field,
      both: labels.both,
      agreement: printedShare(agreed),
      kappa: cohenKappa === null ? null : cohenKappa.toFixed(2),
      sensitivity: printedShare(sensitivity),
      specificity: printedShare(specificity),
      replaces: replaces
        ? `${replaces.passes ? 'yes' : 'no'}: ${Math.round(replaces.winningRate * 100)}% of ${Object.keys(replaces.annotators).length} people`
        : 'unknown',
    })),
  };
  const known = Object.entries(fields).flatMap(([field, { estimate, labels }]) => (estimate ? [{ field, estimate, labels }] : []));
  const estimates: Table = {
    caption: 'Mean label, ×100',
    columns: [
      { key: 'field', label: 'field' },
      right('people', 'people alone'),
      right('judge', 'judge alone'),
      right('both', 'both'),
      right('rogan', 'Rogan–Gladen'),
      right('worth', 'worth labels'),
      ...(within === undefined ? [] : [right('needed', `labels for ±${(within * 100).toFixed(1)}`)]),
    ],
    rows: known.map(({ field, estimate, labels }) => ({
      field,
      people: `${printedEstimate(estimate.people)} (${labels.both})`,
      judge: `${printedEstimate(estimate.judge)} (${labels.judge})`,
      both: printedEstimate(estimate.both),
      rogan: estimate.roganGladen ? printedEstimate({ ...estimate.roganGladen, error: null }) : null,
      worth: estimate.worth === null ? null : Math.round(estimate.worth),
      needed: within === undefined ? null : (estimate.needed ?? 'more than there are'),
    })),
  };
  const notes = Object.entries(fields).flatMap(([field, { notes: own }]) => own.map((note) => `${field}: ${note}`));
  return { tables: [agreement, ...(known.length > 0 ? [estimates] : [])], ...(notes.length > 0 ? { notes: `\n${notes.join('\n')}` } : {}) };
}

function printedShare(share: Share | null): string | null {
  return share?.value === null || share === null ? null : printedEstimate({ value: share.value, interval: share.interval, error: null });
}

function printedEstimate({ value, interval }: Estimate): string {
  const ends = interval ? ` [${interval.map((end) => (end * 100).toFixed(1)).join(', ')}]` : '';
  return `${(value * 100).toFixed(1)}${ends}`;
}
