/** Which items the browser lists, and in which order: search, groups, missing keywords, scores. */
import type { ItemRow } from './report-rows.ts';

export type RowOrder = 'given' | 'low' | 'high' | 'apart';

export interface RowQuery {
  /** All must be in the item, in any case; an id counts too. */
  words: readonly string[];
  /** Places in the lists of outputs and runs. */
  output: number;
  run: number;
  order: RowOrder;
  /** Groups to which the items are narrowed. */
  groups: readonly { group: number; value: number }[];
  onlyMissing: boolean;
  /** Only items on which the runs' scores differ; an undefined score differs from a defined one. */
  onlyDiffering: boolean;
}

/** The places of the items to list. What search looks through is made once per item, and only when somebody searches. */
export function createRowChooser(items: readonly ItemRow[]): (query: RowQuery) => number[] {
  const texts: (string | undefined)[] = new Array(items.length);
  const textOf = (place: number): string => {
    texts[place] ??= searchText(items[place]);
    return texts[place];
  };
  return ({ words, output, run, order, groups, onlyMissing, onlyDiffering }) => {
    const wanted = words.map((word) => word.toLowerCase());
    const kept: number[] = [];
    for (const [place, item] of items.entries()) {
      if (groups.some(({ group, value }) => item.groups?.[group] !== value)) continue;
      if (onlyMissing && !item.answers[run].sought?.some(({ found }) => found === 'missing')) continue;
      if (onlyDiffering && item.answers.every(({ scores }) => scores[output] === item.answers[0].scores[output])) continue;
      if (wanted.length > 0 && !wanted.every((word) => textOf(place).includes(word))) continue;
      kept.push(place);
    }
    const value = (place: number) => items[place].answers[run].scores[output];
    const apart = (place: number) => spread(items[place].answers.map(({ scores }) => scores[output]));
    if (order === 'apart') return kept.sort((a, b) => apart(b) - apart(a) || a - b);
    if (order === 'given') return kept;
    const sign = order === 'low' ? 1 : -1;
    return kept.sort((a, b) => compare(value(a), value(b), sign) || a - b);
  };
}

/** Undefined scores come last in either order. */
function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** How far the systems are apart; below 0 where fewer than two have a score. */
function spread(values: readonly (number | null)[]): number {
  const defined = values.filter((value) => value !== null);
  return defined.length > 1 ? Math.max(...defined) - Math.min(...defined) : -1;
}

function searchText({ id, input, choices = [], answers, references }: ItemRow): string {
  return [id, input, ...choices.map(({ text }) => text), ...answers.map(({ text }) => text), ...references].join('\n').toLowerCase();
}
