/** Items, and scores of runs, by region of the world (SituatedGen, limitations and ethics). */
import { describeInput, type Item } from '@sensebench/metrics/internal/core';
import type { AuditLanguage } from './item-texts.ts';

export interface RunItemScores {
  name: string;
  /** The name of the score. */
  output: string;
  perItem: ReadonlyMap<string, number>;
}

export interface RegionRow {
  /** A region, or `none` for items that name no known place. */
  region: string;
  items: number;
  share: number;
  /** The mean score of its items, by run; null if none was scored. */
  scores: Record<string, number | null>;
}

/** The most words of a place name in the table. */
const LONGEST_NAME = 4;

/** An item that names places of several regions counts in each. */
export function countByRegion(
  items: readonly Item[],
  { language, runs }: { language: AuditLanguage; runs: readonly RunItemScores[] },
): RegionRow[] {
  const members = new Map<string, Item[]>([...language.regions, 'none'].map((region) => [region, []]));
  for (const item of items) {
    const regions = regionsIn([describeInput(item), ...item.references].join('\n'), language);
    for (const region of regions.size > 0 ? regions : ['none']) members.get(region)?.push(item);
  }
  return Array.from(members, ([region, own]) => ({
    region,
    items: own.length,
    share: items.length === 0 ? 0 : own.length / items.length,
    scores: Object.fromEntries(runs.map(({ name, perItem }) => [name, meanOf(own.flatMap(({ id }) => perItem.get(id) ?? []))])),
  }));
}

/** Looks up capitalized words, longest names first, so that New York is not York. */
function regionsIn(text: string, { region }: Pick<AuditLanguage, 'region'>): Set<string> {
  const found = new Set<string>();
  for (const [part] of text.matchAll(/[^\n,;:!?()"“”·]+/gu)) {
    const words = part.match(/[\p{L}\p{N}'’.-]+/gu) ?? [];
    for (let place = 0; place < words.length; ) {
      const { length, name } = longestPlace(words.slice(place, place + LONGEST_NAME), region);
      if (name) found.add(name);
      place += length;
    }
  }
  return found;
}

function longestPlace(words: readonly string[], region: AuditLanguage['region']): { length: number; name: string | null } {
  for (let length = words.length; length > 0; length--) {
    const some = words.slice(0, length);
    if (!isName(some[0]) || !isName(some[length - 1])) continue;
    const name = region(some.join(' ').replace(/\.$/, ''));
    if (name) return { length, name };
  }
  return { length: 1, name: null };
}

/** Short names must be in capitals, or "Us" at the beginning of a sentence would be a country. */
function isName(word: string): boolean {
  return /^\p{Lu}/u.test(word) && (word.length > 2 || word === word.toUpperCase());
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
