/** Fields of items' inputs as texts; a field that is the same in all items is told once. */

export interface SplitFields {
  /** The same in all items. */
  shared: [string, string][];
  /** Of each item, without the shared ones. */
  own: [string, string][][];
}

export function splitFields(inputs: readonly unknown[]): SplitFields {
  const all = inputs.map(fieldsOf);
  const [first = []] = all;
  const shared =
    inputs.length < 2
      ? []
      : first.filter(([name, text]) => all.every((fields) => fields.some((own) => own[0] === name && own[1] === text)));
  const names = new Set(shared.map(([name]) => name));
  return { shared, own: all.map((fields) => fields.filter(([name]) => !names.has(name))) };
}

/** Fields are texts or lists of texts in most benchmarks; anything else is shown as JSON. */
function fieldsOf(input: unknown): [string, string][] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [['input', textOf(input)]];
  return Object.entries(input).map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((own) => typeof own === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
}
