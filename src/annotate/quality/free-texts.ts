/** The texts that an annotator wrote in a value, by field. */
import type { ValueNode } from '../form/value-node.ts';

export interface FreeText {
  field: string;
  text: string;
}

export function textsOf(node: ValueNode, value: unknown, field = 'answer'): FreeText[] {
  if (node.hidden) return [];
  if (node.kind === 'text') return typeof value === 'string' && value.trim() !== '' ? [{ field, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const parts = new Map<string, unknown>(Object.entries(value));
  if (node.kind === 'object') return node.fields.flatMap(({ name, node: own }) => textsOf(own, parts.get(name), name));
  return node.kind === 'record' ? [...parts.values()].flatMap((part) => textsOf(node.each, part, field)) : [];
}
