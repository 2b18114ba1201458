/** The labels of a value that annotators can agree or disagree on: by the task's own rule, else its choices and numbers. */
import type { ComparableLabels, Task } from '../../core/index.ts';
import { type ValueNode, valueNode } from './value-node.ts';

export function labelsOf<Value>(task: Pick<Task<never, Value>, 'value' | 'labels'>, value: Value): ComparableLabels {
  return task.labels ? task.labels(value) : Object.fromEntries(leaves(valueNode(task), value, []));
}

function leaves(node: ValueNode, value: unknown, path: readonly string[]): [string, string | number | boolean | null][] {
  if (node.hidden) return [];
  if (node.kind === 'choice' || node.kind === 'number') return [[path.join('.') || 'answer', isLabel(value) ? value : null]];
  if (typeof value !== 'object' || value === null) return [];
  const parts = new Map<string, unknown>(Object.entries(value));
  if (node.kind === 'object') return node.fields.flatMap(({ name, node: field }) => leaves(field, parts.get(name), [...path, name]));
  if (node.kind === 'record') return [...parts].flatMap(([name, part]) => leaves(node.each, part, [...path, name]));
  return [];
}

function isLabel(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
