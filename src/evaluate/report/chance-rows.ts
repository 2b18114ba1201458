/** What chance would score, as rows of a table: one where all systems have the same items. */
import type { Scores } from '../../core/index.ts';

export interface ChanceRow {
  system: string;
  scores: Readonly<Record<string, number>>;
}

export function chanceRows(systems: readonly { name: string; scores: Pick<Scores, 'chance'> }[]): ChanceRow[] {
  const found = new Map<string, { name: string; chance: Record<string, number> }>();
  for (const { name, scores } of systems) {
    const { chance } = scores;
    if (chance && !found.has(JSON.stringify(chance))) found.set(JSON.stringify(chance), { name, chance });
  }
  return Array.from(found.values(), ({ name, chance }) => ({ system: found.size > 1 ? `chance (${name})` : 'chance', scores: chance }));
}
