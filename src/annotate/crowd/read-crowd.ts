/** Reads CSV files of answers from crowd platforms (MTurk batch results, Prolific exports) as decisions under pseudonyms. */
import { z } from 'zod';
import { InputError, type InputErrorPlace, type PlacedDecision } from '../../core/index.ts';
import { nameOf, parseWith, readCsv } from '../../files/index.ts';
import { pseudonym } from './pseudonym.ts';

/** The first that a file has is read. */
const PERSON = ['WorkerId', 'Participant id', 'participant_id', 'PROLIFIC_PID'];
const SUBMISSION = ['AssignmentId', 'Submission id', 'submission_id', 'SESSION_ID'];
const ITEM = ['Input.item', 'Input.id', 'item', 'HITId'];
const TIME = ['SubmitTime', 'Completed at', 'completed_at', 'at'];
const SECONDS = ['WorkTimeInSeconds', 'Time taken', 'time_taken'];
const STATUS = ['AssignmentStatus', 'Status', 'status'];
/** Work that the platform or the owner did not accept. */
const REFUSED = /^(rejected|returned|timed-out|timed out)$/i;

export interface CrowdOptions {
  /** The task that the answers are of. */
  task: string;
  /** Of the pseudonyms. */
  secret: string;
  /** Columns of one's own: field of the value by the column's name. Default: `Answer.x` is x. */
  columns?: Readonly<Record<string, string>>;
  warn?(line: string): void;
}

const recordSchema = z.record(z.string(), z.string());

/** `Answer.rating.3` with the cell `true` (MTurk's radio buttons) is the rating 3. Rows that were refused are counted and left out. */
export async function* readCrowdAnswers(path: string, { task, secret, columns, warn }: CrowdOptions): AsyncGenerator<PlacedDecision> {
  const file = nameOf(path);
  const delimiter = /\.tsv(\.gz)?$/i.test(path) ? '\t' : ',';
  let refused = 0;
  for await (const { line, record } of readCsv(path, { delimiter })) {
    const place = { file, line };
    const row = parseWith(recordSchema, record, place);
    if (REFUSED.test(cell(row, STATUS) ?? '')) {
      refused++;
      continue;
    }
    const person = needed(row, PERSON, place);
    const item = needed(row, ITEM, place);
    const submission = cell(row, SUBMISSION);
    const seconds = Number(cell(row, SECONDS) ?? Number.NaN);
    const at = timeOf(cell(row, TIME), place);
    yield {
      task,
      item,
      annotator: pseudonym(person, secret),
      value: answerIn(row, columns, place),
      ...(at ? { at } : {}),
      // The platform's own id of the submission leads to the person, so it is hashed too.
      ...(submission ? { id: pseudonym(`${submission}/${item}`, secret).replace('worker', 'answer') } : {}),
      ...(seconds >= 0 ? { ms: Math.round(seconds * 1000) } : {}),
      place,
    };
  }
  if (refused > 0) warn?.(`${file}: ${refused} rows were rejected or returned, and are left out`);
}

/** Whether a CSV file has the columns of a crowd platform. */
export function isCrowdHeader(columns: readonly string[]): boolean {
  return PERSON.some((name) => columns.includes(name)) && ITEM.some((name) => columns.includes(name));
}

function cell(row: Readonly<Record<string, string>>, names: readonly string[]): string | undefined {
  const found = names.find((name) => (row[name] ?? '').trim() !== '');
  return found === undefined ? undefined : row[found].trim();
}

function needed(row: Readonly<Record<string, string>>, names: readonly string[], place: InputErrorPlace): string {
  const found = cell(row, names);
  if (found === undefined) throw new InputError(`has no ${names[0]}`, { ...place, expected: `a column ${names.join(' or ')}` });
  return found;
}

/** MTurk writes "Mon Jan 05 10:00:00 PST 2026", Prolific ISO 8601; what is no time is an error. */
function timeOf(text: string | undefined, place: InputErrorPlace): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text.replace(/^(\w{3} \w{3} \d{1,2}) ([\d:]+) ([A-Z]{3,4}) (\d{4})$/, '$1 $4 $2 $3'));
  if (Number.isNaN(time)) throw new InputError(`"${text}" is not a time`, { ...place, expected: 'a time with its zone' });
  return new Date(time).toISOString();
}

function answerIn(row: Readonly<Record<string, string>>, columns: CrowdOptions['columns'], place: InputErrorPlace): unknown {
  const fields = new Map<string, string>();
  for (const [column, text] of Object.entries(row)) {
    if (text.trim() === '') continue;
    const name = columns ? columns[column] : /^Answer\.(.+)$/.exec(column)?.[1];
    if (name === undefined) continue;
    const option = /^(.+)\.([^.]+)$/.exec(name);
    if (!columns && option && /^(true|false)$/i.test(text)) {
      if (/^true$/i.test(text)) fields.set(option[1], option[2]);
    } else fields.set(name, text);
  }
  if (fields.size === 0) throw new InputError('has no answer', { ...place, expected: 'columns Answer.… with the fields of the value' });
  return fields.size === 1 && fields.has('value') ? fields.get('value') : Object.fromEntries(fields);
}
