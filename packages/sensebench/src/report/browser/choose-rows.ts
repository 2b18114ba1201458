/** Selects and sorts the items in the list, by search, groups, missing keywords and scores. */
import type { OpenItems } from './open-items.ts';
import type { ItemRow } from './report-rows.ts';
import type { SearchTexts } from './search-texts.ts';

export type RowOrder = 'given' | 'low' | 'high' | 'apart';

export interface RowQuery {
  /** Words that must all occur in the item or its id, ignoring case. */
  words: readonly string[];
  /** Indexes of the output and the run. */
  output: number;
  run: number;
  order: RowOrder;
  /** The groups by which items are filtered. */
  groups: readonly { group: number; value: number }[];
  onlyMissing: boolean;
  /** Only items on which the runs' scores differ; an undefined score differs from a defined one. */
  onlyDiffering: boolean;
}

/** Makes a function that selects and sorts the items to list. */
export function createRowChooser(
  { count, columns }: Pick<OpenItems, 'count' | 'columns'>,
  texts: SearchTexts,
): (query: RowQuery) => number[] {
  return ({ words, output, run, order, groups, onlyMissing, onlyDiffering }) => {
    const wanted = words.map((word) => word.toLowerCase());
    const narrowed = groups.map(({ group, value }) => ({ column: columns.groups[group](), value }));
    const missing = onlyMissing ? columns.missing?.[run]() : undefined;
    // Unpacked only for queries that need them.
    const scores = onlyDiffering || order === 'apart' ? columns.scores.map((own) => own[output]()) : [];
    const kept: number[] = [];
    for (let place = 0; place < count; place++) {
      if (narrowed.some(({ column, value }) => column[place] !== value)) continue;
      if (onlyMissing && missing?.[place] !== 1) continue;
      if (onlyDiffering && scores.every((own) => own[place] === scores[0][place])) continue;
      if (wanted.length > 0 && !wanted.every((word) => texts.of(place).includes(word))) continue;
      kept.push(place);
    }
    if (order === 'given') return kept;
    if (order === 'apart') {
      const apart = kept.map((place) => ({ place, spread: spread(scores.map((own) => own[place])) }));
      return apart.sort((a, b) => b.spread - a.spread || a.place - b.place).map(({ place }) => place);
    }
    const values = columns.scores[run][output]();
    const sign = order === 'low' ? 1 : -1;
    return kept.sort((a, b) => compare(values[a], values[b], sign) || a - b);
  };
}

/** Undefined scores come last in either order. */
function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** The spread of the systems' scores; below 0 if fewer than two have a score. */
function spread(values: readonly (number | null)[]): number {
  const defined = values.filter((value) => value !== null);
  return defined.length > 1 ? Math.max(...defined) - Math.min(...defined) : -1;
}

export function searchText({ id, input, choices = [], answers, references }: ItemRow): string {
  return [id, input, ...choices.map(({ text }) => text), ...answers.map(({ text }) => text), ...references].join('\n');
}
