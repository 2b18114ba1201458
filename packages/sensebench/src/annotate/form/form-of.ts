/** A plain form for any task: its fields with labels, kinds and options, derived from the value's schema and the criteria. */
import type { Task } from '@sensebench/metrics/internal/core';
import { type Option, type RecordKeys, type ValueNode, valueNode } from './value-node.ts';

export interface FormField {
  /** The path of the field in the answer; empty if the field is the whole answer. */
  path: readonly string[];
  label: string;
  help?: string;
  kind: 'choice' | 'number' | 'text' | 'longtext' | 'list';
  required: boolean;
  options?: readonly Option[];
  least?: number;
  most?: number;
  /** Whole numbers only. */
  whole?: boolean;
  /** The rank of one of several things: 1 is the best, equally good ones share a rank. */
  ranks?: boolean;
  /** The required number of sentences of a text, if the task defines it. */
  sentences?: number;
}

export interface Form {
  fields: FormField[];
  /** Required parts of the value without a field: the task needs a custom page. */
  lacking: string[];
}

/** `shown` is what the annotator sees; it determines fields per part, such as a rationale for each sentence. */
export function formOf(task: Pick<Task, 'value' | 'criteria'>, shown?: unknown): Form {
  const form: Form = { fields: [], lacking: [] };
  addFields(valueNode(task), { path: [], required: true }, { form, shown, criteria: task.criteria ?? {} });
  return form;
}

interface At {
  path: readonly string[];
  required: boolean;
}

interface Making {
  form: Form;
  shown: unknown;
  criteria: Readonly<Record<string, string>>;
}

function addFields(node: ValueNode, at: At, making: Making): void {
  if (node.hidden) return;
  const { path, required } = at;
  const name = path.at(-1) ?? 'answer';
  const base = { path, label: node.label ?? name, required, ...helpOf(node, name, making) };
  const add = (field: Omit<FormField, keyof typeof base>) => {
    making.form.fields.push({ ...base, ...field });
  };
  if (node.kind === 'choice') add({ kind: 'choice', options: node.options });
  else if (node.kind === 'number') {
    const { least, most, whole } = node;
    add({ kind: 'number', whole, ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) });
  } else if (node.kind === 'text') add({ kind: node.long ? 'longtext' : 'text', ...(node.sentences ? { sentences: node.sentences } : {}) });
  else if (node.kind === 'list') add({ kind: 'list' });
  else if (node.kind === 'object') {
    for (const field of node.fields) addFields(field.node, { path: [...path, field.name], required: required && field.required }, making);
  } else if (node.kind === 'record') addRecord(node, at, making);
  else if (required) making.form.lacking.push(path.join('.') || 'the value');
}

/** A field for each criterion, or for each shown key. */
function addRecord(node: Extract<ValueNode, { kind: 'record' }>, { path, required }: At, making: Making): void {
  const keys = node.keys ? keysIn(making.shown, node.keys) : Object.keys(making.criteria);
  if (keys.length === 0 && required) making.form.lacking.push(path.join('.') || 'the value');
  const options = keys.map((_, i) => ({ value: i + 1, label: String(i + 1) }));
  const each: ValueNode = node.ranks ? { kind: 'choice', options } : node.each;
  // All things must be ranked; other records may be incomplete.
  const from = making.form.fields.length;
  for (const key of keys) addFields(each, { path: [...path, key], required: node.ranks || (required && !node.keys) }, making);
  if (node.ranks) for (const field of making.form.fields.slice(from)) field.ranks = true;
}

function helpOf(node: ValueNode, name: string, { criteria }: Making): { help?: string } {
  const help = node.help ?? (Object.hasOwn(criteria, name) ? criteria[name] : undefined);
  return help === undefined ? {} : { help };
}

function keysIn(shown: unknown, { of, name }: RecordKeys): string[] {
  const list: unknown = isRecord(shown) ? shown[of] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    const key = name !== undefined && isRecord(one) ? one[name] : one;
    return typeof key === 'string' ? [key] : [];
  });
}

/** The answer from the filled-in fields, in their order. Empty fields are left out; a part that requires no field is kept even if empty. */
export function answerOf(fields: readonly Pick<FormField, 'path' | 'required'>[], filled: readonly unknown[]): unknown {
  const answer: Record<string, unknown> = {};
  for (const [i, { path }] of fields.entries()) {
    const given = filled[i];
    if (path.length === 0) return given;
    const empty = given === undefined || given === '' || given === null;
    const optional = !fields.some((other) => other.required && other.path[0] === path[0]);
    if (empty && (path.length === 1 || !optional)) continue;
    let at = answer;
    for (const part of path.slice(0, -1)) {
      const inner = Object.hasOwn(at, part) && isRecord(at[part]) ? at[part] : {};
      set(at, part, inner);
      at = inner;
    }
    if (!empty) set(at, path[path.length - 1], given);
  }
  return answer;
}

/** Not by assignment, because a key may be called __proto__. */
function set(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
