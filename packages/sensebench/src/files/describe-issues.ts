/** The mistakes that a zod schema finds in a value, in words for the person who wrote it. */

import { nearestName } from '@sensebench/metrics/internal/core';
import type { z } from 'zod';

export interface Mistake {
  path: readonly (string | number)[];
  message: string;
}

export type Checked<Schema extends z.ZodType> = { value: z.infer<Schema> } | { mistakes: readonly Mistake[] };

/** Like `safeParse`. Fields that the schema does not know come first: a misspelt field is often missing too, and its name says more. */
export function checkWith<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<Schema> {
  const plain = schema.safeParse(value);
  if (plain.success) return { value: plain.data };
  // Words only where there is a mistake: rows of large files are checked one by one.
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return { value: result.data };
  const { issues } = result.error;
  const unknown = issues.filter(({ code }) => code === 'unrecognized_keys');
  return { mistakes: [...unknown, ...issues.filter((issue) => !unknown.includes(issue))].flatMap(toMistakes) };
}

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

function toMistakes(issue: Issue): Mistake[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') {
    const [, known] = /^known: (.*)$/s.exec(issue.message) ?? [];
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: known === undefined ? issue.message : describeUnknown(key, known.split('\n')),
    }));
  }
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  // The alternative that was meant is the one whose own fields are wrong, and the fewest of them.
  const inner = issue.errors.filter((errors) => errors.length > 0 && errors.every(({ path: own }) => own.length > 0));
  const [nearest] = inner.sort((a, b) => a.length - b.length);
  if (nearest) return nearest.flatMap(toMistakes).map((own) => ({ ...own, path: [...path, ...own.path] }));
  return [{ path, message: issue.message }];
}

function describeUnknown(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  if (near) return `unknown field; did you mean "${near}"?`;
  return known.length > 0 && known.length <= MOST_LISTED ? `unknown field (expected ${known.join(', ')})` : 'unknown field';
}

const MOST_LISTED = 20;

/** undefined leaves a message of the schema's own as it is. */
function describeIssue(issue: RawIssue): string | undefined {
  const { input } = issue;
  if (issue.code === 'invalid_type') {
    const expected = nameType(issue.expected);
    if (input === undefined) return `is missing (expected ${expected})`;
    return `must be ${expected}, not ${quote(input)}`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    if (input === undefined) return `is missing (expected ${listOf(choices)})`;
    const near = typeof input === 'string' ? nearestName(input, choices) : undefined;
    return `must be ${listOf(choices)}, not ${quote(input)}${near ? `; did you mean "${near}"?` : ''}`;
  }
  if (issue.code === 'invalid_union') {
    if (input === undefined) return 'is missing';
    const expected = issue.errors.flatMap(([error]) => (error && 'expected' in error ? [nameType(error.expected)] : []));
    return expected.length > 0 ? `must be ${listOf([...new Set(expected)])}, not ${quote(input)}` : `does not fit: ${quote(input)}`;
  }
  if (issue.code === 'unrecognized_keys') {
    // The names go through the message to the place that has all of them.
    const shape = issue.inst && 'shape' in issue.inst ? issue.inst.shape : {};
    return `known: ${Object.keys(shape as object).join('\n')}`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return describeBound(issue);
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}, not ${quote(input)}`;
  if (issue.code === 'invalid_format') return `must be ${FORMATS[issue.format] ?? 'written in another way'}, not ${quote(input)}`;
  if (issue.code === 'invalid_key') return 'has a name that is not allowed';
  return issue.message ?? 'is not valid';
}

type BoundIssue = Extract<RawIssue, { code: 'too_small' | 'too_big' }>;

function describeBound(issue: BoundIssue): string {
  const [bound, relation] =
    issue.code === 'too_small'
      ? [issue.minimum, issue.inclusive === false ? 'more than' : 'at least']
      : [issue.maximum, issue.inclusive === false ? 'less than' : 'at most'];
  const unit = UNITS[issue.origin];
  if (!unit) return `must be ${relation} ${bound}, not ${quote(issue.input)}`;
  if (issue.code === 'too_small' && Number(bound) === 1) return 'must not be empty';
  return `must have ${relation} ${bound} ${Number(bound) === 1 ? unit.one : unit.several}`;
}

const UNITS: Readonly<Record<string, { one: string; several: string }>> = {
  string: { one: 'character', several: 'characters' },
  array: { one: 'entry', several: 'entries' },
  set: { one: 'entry', several: 'entries' },
  map: { one: 'entry', several: 'entries' },
  object: { one: 'field', several: 'fields' },
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  tuple: 'a list',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a date with its time, like 2027-01-31T12:00:00Z',
  date: 'a date, like 2027-01-31',
  url: 'a web address',
  email: 'an e-mail address',
  uuid: 'a UUID',
};

function nameType(expected: string): string {
  return TYPES[expected] ?? expected;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

const LONGEST_QUOTE = 60;

/** A value as it was written; only the kind of a list or an object, because it may be long. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
