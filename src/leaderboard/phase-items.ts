/** Which items a phase scores and which it shows, with or without answers; answers of items that are still to be scored are refused. */
import { type Benchmark, InputError, type Item, unknownName } from '../core/index.ts';
import { sha256 } from '../files/index.ts';
import { divideItems, type Parts } from './parts.ts';
import type { Competition, Phase } from './phases.ts';

/** Items of the dataset by split, and what of the benchmark phases ask for. */
export interface CompetitionData {
  splits: Readonly<Record<string, readonly Item[]>>;
  benchmark: Pick<Benchmark, 'units' | 'breakdowns'>;
}

export interface ShownItems {
  split: string;
  /** With their answers. */
  answered: readonly Item[];
  /** Inputs alone. */
  withheld: readonly Item[];
}

export interface PhaseItems {
  phase: string;
  scored: readonly Item[];
  shown: readonly ShownItems[];
  parts: Parts;
}

/** All phases, checked against each other. */
export function itemsOfPhases({ phases }: Competition, data: CompetitionData): PhaseItems[] {
  const drawn = new Set<string>();
  const found = phases.map((phase, i): PhaseItems => {
    const shown = phase.shown.map(({ split, where, answers }, place) => {
      const field = `phases.${i}.shown.${place}`;
      const items = choose(data, { split, where, field });
      if (answers === 'all') return { split, answered: items, withheld: [] };
      const examples = answers === 'none' ? new Set<string>() : drawExamples(items, { phase, count: answers, data, field });
      for (const id of examples) drawn.add(id);
      return { split, answered: items.filter(({ id }) => examples.has(id)), withheld: items.filter(({ id }) => !examples.has(id)) };
    });
    const scored = choose(data, { split: phase.split, where: phase.where, field: `phases.${i}` }).filter(({ id }) => !drawn.has(id));
    if (scored.length === 0) throw new InputError('no item is left to be scored', { field: `phases.${i}` });
    const units = scored.map((item) => ({ id: item.id, units: data.benchmark.units?.(item) ?? [] }));
    return { phase: phase.name, scored, shown, parts: divideItems(units, phase.public) };
  });
  for (const [i, { shown }] of found.entries()) checkAnswers(shown, found.slice(i), i);
  for (const [i, { parts, scored }] of found.entries()) {
    const { share } = phases[i].public;
    if ((share > 0 && parts.public.length === 0) || (share < 1 && parts.private.length === 0))
      throw new InputError(
        `${scored.length} items cannot be divided so: ${parts.public.length} would be public, ${parts.private.length} private`,
        {
          field: `phases.${i}.public.share`,
          expected: 'another share, or 1 for a test set that is public as a whole',
        },
      );
  }
  return found;
}

function choose(
  { splits, benchmark }: CompetitionData,
  { split, where, field }: { split: string; where: Phase['where']; field: string },
): readonly Item[] {
  if (!Object.hasOwn(splits, split)) throw unknownName('split', split, Object.keys(splits), { field: `${field}.split` });
  let items = splits[split];
  for (const [name, groups] of Object.entries(where)) {
    const place = { field: `${field}.where.${name}` };
    if (!Object.hasOwn(benchmark.breakdowns, name))
      throw new InputError('the benchmark has no such breakdown', { ...place, expected: Object.keys(benchmark.breakdowns).join(', ') });
    const group = benchmark.breakdowns[name];
    const known = new Set(splits[split].map((item) => group(item)));
    const odd = groups.find((own) => !known.has(own));
    if (odd !== undefined)
      throw new InputError(`no item is in "${odd}"`, { ...place, expected: [...known].filter((own) => own !== null).join(', ') });
    items = items.filter((item) => groups.includes(group(item) ?? ''));
  }
  return items;
}

/** All items of so many units, drawn by the seed of the public part. */
function drawExamples(
  items: readonly Item[],
  { phase, count, data, field }: { phase: Phase; count: number; data: CompetitionData; field: string },
): Set<string> {
  const unitsOf = (item: Item) => data.benchmark.units?.(item) ?? [item.id];
  const units = [...new Set(items.flatMap(unitsOf))];
  if (count >= units.length) throw new InputError(`${count} examples of ${units.length} leave nothing`, { field: `${field}.answers` });
  const hash = (unit: string) => sha256(`examples\0${phase.public.seed}\0${unit}`);
  const drawn = new Set(units.sort((a, b) => (hash(a) < hash(b) ? -1 : 1)).slice(0, count));
  return new Set(items.filter((item) => unitsOf(item).some((unit) => drawn.has(unit))).map(({ id }) => id));
}

/** What is shown once is known for ever. */
function checkAnswers(shown: readonly ShownItems[], later: readonly PhaseItems[], i: number): void {
  for (const [place, { answered }] of shown.entries()) {
    const known = new Set(answered.map(({ id }) => id));
    for (const { phase, scored } of later) {
      const count = scored.filter(({ id }) => known.has(id)).length;
      if (count > 0)
        throw new InputError(`shows the answers of ${count} items that the phase "${phase}" scores`, {
          field: `phases.${i}.shown.${place}.answers`,
        });
    }
  }
}

/** The first later phase that scores items of a phase too, and how many. */
export function scoredAgain(
  items: readonly PhaseItems[],
  index: number,
  { from = index + 1 } = {},
): { phase: string; count: number } | null {
  const known = new Set(items[index].scored.map(({ id }) => id));
  for (const { phase, scored } of items.slice(from)) {
    const count = scored.filter(({ id }) => known.has(id)).length;
    if (count > 0) return { phase, count };
  }
  return null;
}

/** Predictions with their scores tell the labels. */
export function checkItemsAfterEnd({ phases }: Competition, items: readonly PhaseItems[]): void {
  for (const [i, { name, afterEnd }] of phases.entries()) {
    const again = afterEnd === 'items' ? scoredAgain(items, i) : null;
    if (again)
      throw new InputError(`shows ${again.count} items after the end of "${name}" that the phase "${again.phase}" scores`, {
        field: `phases.${i}.afterEnd`,
        expected: 'scores',
      });
  }
}
