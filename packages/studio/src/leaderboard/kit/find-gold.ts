/** Searches files for leaked answers: their texts, and fields that reveal the label by name or by number. */
import type { Item } from 'sensebench/internal/core';

export interface GoldTrace {
  file: string;
  why: string;
}

/** Shorter answers (yes, a word) occur by chance. */
const LONG = 20;
/** Fewer rows could agree by chance. */
const FEWEST_ROWS = 20;
/** The share of rows with a label, or of pairs of rows with different labels. */
const TOO_GOOD = 0.97;

/** A field is suspicious if it nearly always equals the label, or if its numbers separate the labels. */
export function findGold(files: Readonly<Record<string, string>>, items: readonly Item[]): GoldTrace[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return Object.entries(files).flatMap(([file, text]) => {
    const escaped = text.includes('\\') ? text.replaceAll('\\"', '"') : text;
    const quoted = items.find(({ references, input }) =>
      references.some((answer) => answer.length >= LONG && escaped.includes(answer) && !JSON.stringify(input).includes(answer)),
    );
    return [
      ...(quoted ? [{ file, why: `the text of an answer of "${quoted.id}"` }] : []),
      ...fieldTraces(text, byId).map((why) => ({ file, why })),
    ];
  });
}

interface Seen {
  label: string;
  value: string | number;
}

function fieldTraces(text: string, items: ReadonlyMap<string, Item>): string[] {
  const fields = new Map<string, Seen[]>();
  for (const line of text.split('\n')) {
    const row = tryJson(line);
    const item = row && typeof row.id === 'string' ? items.get(row.id) : undefined;
    const label = item?.references[0];
    if (!row || label === undefined || label.length >= LONG) continue;
    for (const [name, value] of leaves(row)) {
      if (name === 'id') continue;
      const values = fields.get(name) ?? [];
      values.push({ label, value });
      fields.set(name, values);
    }
  }
  return [...fields].flatMap(([name, values]) => {
    // A constant reveals nothing.
    if (values.length < FEWEST_ROWS || new Set(values.map(({ value }) => value)).size < 2) return [];
    const right = values.filter(({ label, value }) => String(value).toLowerCase() === label.toLowerCase()).length / values.length;
    if (right >= TOO_GOOD) return [`the field "${name}" is the label`];
    const order = separation(values);
    return order !== null && (order >= TOO_GOOD || order <= 1 - TOO_GOOD) ? [`the numbers of "${name}" tell the label`] : [];
  });
}

/** How well the numbers separate two labels (the area under the ROC curve); null without exactly two labels and numbers. */
function separation(values: readonly Seen[]): number | null {
  const labels = [...new Set(values.map(({ label }) => label))];
  if (labels.length !== 2 || values.some(({ value }) => typeof value !== 'number')) return null;
  const [first, second] = labels.map((label) => values.filter((row) => row.label === label).map(({ value }) => Number(value)));
  let sum = 0;
  for (const a of first) for (const b of second) sum += a > b ? 1 : a === b ? 0.5 : 0;
  return sum / (first.length * second.length);
}

function tryJson(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function leaves(value: unknown, path = ''): [string, string | number][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, value]];
  if (typeof value === 'boolean') return [[path, value ? 'yes' : 'no']];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key));
}
