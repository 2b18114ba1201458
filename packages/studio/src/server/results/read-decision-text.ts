/** Reads decisions that an owner uploads as text: JSON Lines, CSV, or the CSV of a crowd platform, whose ids are pseudonymized. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Decisions, readDecisions, readRawRows, recordToDecision } from 'sensebench/internal/annotate';
import { InputError, type TaskItem } from 'sensebench/internal/core';
import type { OpenStudy } from '../studies/open-study.ts';

export interface DecisionText {
  text: string;
  format: 'jsonl' | 'csv' | 'prolific' | 'mturk';
  items: readonly Pick<TaskItem, 'id' | 'also'>[];
  /** The annotator of lines without one. */
  anonymous?: string;
  /** The key for pseudonyms of crowd workers. */
  secret?: Uint8Array;
  now?: Date;
  warn(line: string): void;
}

export interface TextDecisions extends Decisions<unknown> {
  unknown: number;
}

export async function readDecisionText({ task, source }: Pick<OpenStudy, 'task' | 'source'>, input: DecisionText): Promise<TextDecisions> {
  const folder = await mkdtemp(join(tmpdir(), 'sensebench-given-'));
  try {
    const path = await layOut(folder, task.name, input);
    const { items, now, warn } = input;
    const read = await readDecisions([path], task, { items, tasks: [task], datasets: [source.sha256], now, warn });
    return { ...read, unknown: read.elsewhere.length };
  } catch (error) {
    throw error instanceof InputError ? withoutFolder(error, folder) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function layOut(folder: string, task: string, input: DecisionText): Promise<string> {
  const { text, format, anonymous } = input;
  const file = join(folder, format === 'jsonl' ? 'given.jsonl' : 'given.csv');
  await writeFile(file, text);
  if ((format === 'jsonl' || format === 'csv') && anonymous === undefined) return file;
  const rows: string[] = [];
  for await (const { row, place } of readRawRows(file)) {
    const record = format === 'prolific' || format === 'mturk' ? fromPlatform(row, input) : row;
    if (record === null) continue;
    const fields = { ...(typeof record === 'object' && record !== null ? record : {}) };
    const whole = { task, ...(anonymous === undefined ? {} : { annotator: anonymous }), ...fields };
    if (format === 'jsonl') rows.push(JSON.stringify(whole));
    else {
      const { place: _, ...decision } = recordToDecision(whole, task, place);
      rows.push(JSON.stringify(decision));
    }
  }
  const lines = join(folder, 'lines.jsonl');
  await writeFile(lines, rows.join('\n'));
  return lines;
}

/** Platform columns that are not part of an answer. */
const PLATFORM =
  /^(HIT|Assignment|Worker|Approval|Rejection|Lifetime|Last\d|Auto|Accept|Submit|Keywords|Title|Description|Reward|Creation|MaxAssignments|Requester|Expiration|NumberOf|WorkTime|Approve|Reject|Feedback)/;
const PROLIFIC = new Set(
  [
    'Submission id',
    'Status',
    'Started at',
    'Completed at',
    'Reviewed at',
    'Archived at',
    'Time taken',
    'Completion code',
    'Total approvals',
    'STUDY_ID',
    'SESSION_ID',
    'Custom study tncs accepted at',
  ].map((name) => name.toLowerCase()),
);
const PERSON = ['worker id', 'workerid', 'prolific_pid', 'participant id', 'participant_id', 'prolific id', 'prolific_id'];
const TAKEN_BACK = new Set(['returned', 'rejected', 'timed-out', 'screened out']);

/** Converts a row of a platform's file into item, annotator and the fields of the value; null for submissions that do not count. */
function fromPlatform(row: unknown, { secret }: DecisionText): Record<string, string> | null {
  const cells = Object.entries(typeof row === 'object' && row !== null ? row : {}).map(([name, cell]) => [name, String(cell)] as const);
  const by = (...names: string[]) => cells.find(([name]) => names.includes(name.toLowerCase()))?.[1];
  const person = by(...PERSON);
  if (!person) throw new InputError('has no worker id', { expected: 'a column WorkerId, PROLIFIC_PID or Participant id' });
  const status = (by('status', 'assignmentstatus') ?? '').toLowerCase();
  if (TAKEN_BACK.has(status)) return null;
  const item = by('item', 'input.item', 'answer.item');
  if (!item) throw new InputError('has no item id', { expected: 'a column item, Input.item or Answer.item' });
  const seconds = Number(by('worktimeinseconds', 'time taken'));
  const at = by('submittime', 'completed at');
  const time = at === undefined ? Number.NaN : Date.parse(at);
  const fields = cells.flatMap(([name, cell]) => {
    const answer = /^Answer\.(.+)$/.exec(name)?.[1];
    if (answer !== undefined) return answer === 'item' ? [] : answerField(answer, cell);
    const other =
      name.startsWith('Input.') || PLATFORM.test(name) || PROLIFIC.has(name.toLowerCase()) || PERSON.includes(name.toLowerCase());
    return other || name === 'item' ? [] : [[name, cell] as const];
  });
  return {
    ...Object.fromEntries(fields),
    item,
    annotator: pseudonym(person, secret ?? new Uint8Array()),
    ...(Number.isFinite(time) ? { at: new Date(time).toISOString() } : {}),
    ...(Number.isFinite(seconds) ? { ms: String(Math.round(1000 * seconds)) } : {}),
  };
}

/** MTurk has one column per radio button: `Answer.rating.3` with the value `true` is the rating 3; with `false` it is ignored. */
function answerField(name: string, cell: string): (readonly [string, string])[] {
  const [, field, option] = /^(.+)\.([^.]+)$/.exec(name) ?? [];
  if (field === undefined || !/^(true|false)$/i.test(cell)) return [[name, cell]];
  return /^true$/i.test(cell) ? [[field, option]] : [];
}

/** Platform ids are personal data. The same person gets the same name in every import, and the name cannot be traced back. */
function pseudonym(id: string, secret: Uint8Array): string {
  return `crowd-${createHmac('sha256', secret).update(`crowd/${id}`).digest('hex').slice(0, 10)}`;
}

/** Error messages refer to lines of the uploaded text, not to the temporary file. */
function withoutFolder(error: InputError, folder: string): InputError {
  const { file, ...place } = error.place;
  const message = error.message
    .replaceAll(`${folder}/`, '')
    .replace(/^(given|lines)\.(jsonl|csv)(:\d+)?(, )?(: )?/, (_, _name, _ending, line: string = '') =>
      line ? `line ${line.slice(1)}: ` : '',
    );
  return Object.assign(new InputError(message), { place: { ...place, field: 'text' } });
}
