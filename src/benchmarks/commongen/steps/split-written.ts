/** Dev and test from concept-sets that people wrote for: the paper's mix of sizes, and no reference in both. */
import { createRandom, type LedgerRow } from '../../../core/index.ts';
import { type CommonGenRow, conceptsOf } from '../row.ts';

export interface SplitWritten {
  dev: CommonGenRow[];
  test: CommonGenRow[];
  dropped: LedgerRow[];
}

type Sizes = Readonly<Record<string, number>>;

/**
 * Sets that share a reference go to the same split. Where there are fewer sets of a size than asked for, test and dev share them in the
 * proportion that was asked for.
 */
export function splitWritten(rows: readonly CommonGenRow[], { dev, test, seed }: { dev: Sizes; test: Sizes; seed: number }): SplitWritten {
  const { kept, dropped } = withoutRepeats(rows);
  const places = { test: placesOf(kept, test, dev), dev: placesOf(kept, dev, test) };
  const splitOf = new Map<CommonGenRow, 'dev' | 'test' | null>();
  for (const group of createRandom(`${seed}/written`).shuffle(groupBySentence(kept))) {
    const room = (split: 'dev' | 'test') => Math.min(...group.map((row) => places[split].get(sizeOf(row)) ?? 0));
    const split = room('test') <= 0 && room('dev') <= 0 ? null : room('test') > room('dev') ? 'test' : 'dev';
    for (const row of group) {
      splitOf.set(row, split);
      if (split) places[split].set(sizeOf(row), (places[split].get(sizeOf(row)) ?? 0) - 1);
      else dropped.push({ step: 'split', rule: 'more written sets than asked for', ids: [row.concept_set] });
    }
  }
  return { dev: kept.filter((row) => splitOf.get(row) === 'dev'), test: kept.filter((row) => splitOf.get(row) === 'test'), dropped };
}

const sizeOf = (row: CommonGenRow) => conceptsOf(row).length;

/** The first of several sets with the same concepts or the same references is kept. */
function withoutRepeats(rows: readonly CommonGenRow[]): { kept: CommonGenRow[]; dropped: LedgerRow[] } {
  const seen = new Set<string>();
  const kept: CommonGenRow[] = [];
  const dropped: LedgerRow[] = [];
  for (const row of rows) {
    const set = `set ${conceptsOf(row).sort().join('#')}`;
    const list = `list ${[...row.scene].sort().join('\n')}`;
    const rule = seen.has(set) ? 'the same concepts twice' : seen.has(list) ? 'has the same references as another set' : null;
    if (rule) dropped.push({ step: 'split', rule, ids: [row.concept_set] });
    else kept.push(row);
    seen.add(set).add(list);
  }
  return { kept, dropped };
}

/** How many sets of each size a split takes. */
function placesOf(rows: readonly CommonGenRow[], wanted: Sizes, others: Sizes): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(sizeOf(row), (counts.get(sizeOf(row)) ?? 0) + 1);
  return new Map(
    Object.entries(wanted).map(([size, count]) => {
      const there = counts.get(Number(size)) ?? 0;
      const all = count + (others[size] ?? 0);
      return [Number(size), all <= there ? count : Math.round((there * count) / all)];
    }),
  );
}

/** Rows that share a sentence, directly or through others. */
function groupBySentence(rows: readonly CommonGenRow[]): CommonGenRow[][] {
  const groupOf = new Map<string, CommonGenRow[]>();
  for (const row of rows) {
    const met = new Set(row.scene.map((sentence) => groupOf.get(sentence)).filter((group) => group !== undefined));
    const group = [...[...met].flat(), row];
    for (const { scene } of group) for (const sentence of scene) groupOf.set(sentence, group);
  }
  return [...new Set(groupOf.values())];
}
