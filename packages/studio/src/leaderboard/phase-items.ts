/** Selects and divides the items that a phase scores and shows; refuses to show answers that are still needed for scoring. */
import { type Benchmark, InputError, type Item, unknownName } from 'sensebench/internal/core';
import { sha256 } from 'sensebench/internal/files';
import type { Competition, Phase } from './phases.ts';

/** The items of the dataset by split, and the parts of the benchmark that phases need. */
export interface CompetitionData {
  splits: Readonly<Record<string, readonly Item[]>>;
  benchmark: Pick<Benchmark, 'units' | 'breakdowns'>;
}

export interface ShownItems {
  split: string;
  /** With their answers. */
  answered: readonly Item[];
  /** Inputs only. */
  withheld: readonly Item[];
}

export interface PhaseItems {
  phase: string;
  scored: readonly Item[];
  shown: readonly ShownItems[];
  parts: Parts;
}

/** The items of all phases, checked against each other. */
export function itemsOfPhases({ phases }: Competition, data: CompetitionData): PhaseItems[] {
  const exampleIds = new Set<string>();
  const itemsByPhase = phases.map((phase, i): PhaseItems => {
    const shown = phase.shown.map(({ split, where, answers }, place) => {
      const field = `phases.${i}.shown.${place}`;
      const items = choose(data, { split, where, field });
      if (answers === 'all') return { split, answered: items, withheld: [] };
      const examples = answers === 'none' ? new Set<string>() : drawExamples(items, { phase, count: answers, data, field });
      for (const id of examples) exampleIds.add(id);
      return { split, answered: items.filter(({ id }) => examples.has(id)), withheld: items.filter(({ id }) => !examples.has(id)) };
    });
    const scored = choose(data, { split: phase.split, where: phase.where, field: `phases.${i}` }).filter(({ id }) => !exampleIds.has(id));
    if (scored.length === 0) throw new InputError('no items are left to score', { field: `phases.${i}` });
    const units = scored.map((item) => ({ id: item.id, units: data.benchmark.units?.(item) ?? [] }));
    return { phase: phase.name, scored, shown, parts: divideItems(units, phase.public) };
  });
  for (const [i, { shown }] of itemsByPhase.entries()) checkAnswers(shown, itemsByPhase.slice(i), i);
  for (const [i, { parts, scored }] of itemsByPhase.entries()) {
    const { share } = phases[i].public;
    if ((share > 0 && parts.public.length === 0) || (share < 1 && parts.private.length === 0))
      throw new InputError(
        `${scored.length} items cannot be divided like this: ${parts.public.length} would be public and ${parts.private.length} private`,
        {
          field: `phases.${i}.public.share`,
          expected: 'a different share, or 1 for a completely public test set',
        },
      );
  }
  return itemsByPhase;
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
    const allGroups = new Set(splits[split].map((item) => group(item)));
    const unknownGroup = groups.find((groupName) => !allGroups.has(groupName));
    if (unknownGroup !== undefined)
      throw new InputError(`no item is in "${unknownGroup}"`, {
        ...place,
        expected: [...allGroups].filter((groupName) => groupName !== null).join(', '),
      });
    items = items.filter((item) => groups.includes(group(item) ?? ''));
  }
  return items;
}

/** All items of `count` units, drawn with the seed of the public part. */
function drawExamples(
  items: readonly Item[],
  { phase, count, data, field }: { phase: Phase; count: number; data: CompetitionData; field: string },
): Set<string> {
  const unitsOf = (item: Item) => data.benchmark.units?.(item) ?? [item.id];
  const units = [...new Set(items.flatMap(unitsOf))];
  if (count >= units.length)
    throw new InputError(`${count} examples out of ${units.length} leave nothing to score`, { field: `${field}.answers` });
  const hash = (unit: string) => sha256(`examples\0${phase.public.seed}\0${unit}`);
  const chosenUnits = new Set(units.sort((a, b) => (hash(a) < hash(b) ? -1 : 1)).slice(0, count));
  return new Set(items.filter((item) => unitsOf(item).some((unit) => chosenUnits.has(unit))).map(({ id }) => id));
}

/** Answers that were shown once stay known in all later phases. */
function checkAnswers(shown: readonly ShownItems[], later: readonly PhaseItems[], i: number): void {
  for (const [place, { answered }] of shown.entries()) {
    const ids = new Set(answered.map(({ id }) => id));
    for (const { phase, scored } of later) {
      const count = scored.filter(({ id }) => ids.has(id)).length;
      if (count > 0)
        throw new InputError(`shows the answers of ${count} items that the phase "${phase}" scores`, {
          field: `phases.${i}.shown.${place}.answers`,
        });
    }
  }
}

/** The first later phase that scores items of this phase again, and how many. */
export function scoredAgain(
  items: readonly PhaseItems[],
  index: number,
  { from = index + 1 } = {},
): { phase: string; count: number } | null {
  const ids = new Set(items[index].scored.map(({ id }) => id));
  for (const { phase, scored } of items.slice(from)) {
    const count = scored.filter(({ id }) => ids.has(id)).length;
    if (count > 0) return { phase, count };
  }
  return null;
}

/** Predictions with their scores reveal the labels, so items must not be shown if a later phase scores them. */
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

export interface Parts {
  public: string[];
  private: string[];
  /** Items that share a unit with both parts, so they count only in scores of all items. Empty if every item has one unit. */
  between: string[];
}

interface Placed {
  id: string;
  /** An item without units is a unit by itself. */
  units: readonly string[];
}

/**
 * Divides items into a public and a private part without dividing units (statements, questions, concept-sets). The same items and seed give
 * the same parts, in any order. The public part grows from the unit with the first hash; next comes the unit with the largest share of items
 * tied to the public part, ties by hash. Thus few items with several units (pairs of statements) end up between the parts.
 */
export function divideItems(items: readonly Placed[], { share, seed }: { share: number; seed: number | string }): Parts {
  const ids = items.map(({ id }) => id);
  if (share >= 1) return { public: ids, private: [], between: [] };
  const unitsOf = items.map(({ id, units }) => (units.length > 0 ? [...new Set(units)] : [`\0${id}`]));
  const members = new Map<string, number[]>();
  for (const [place, units] of unitsOf.entries()) {
    for (const unit of units) members.set(unit, [...(members.get(unit) ?? []), place]);
  }
  const order = [...members.keys()].map((unit) => ({ unit, hash: sha256(`${seed}\0${unit}`) })).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  /** For each item, how many of its units are not public yet. */
  const missing = unitsOf.map(({ length }) => length);
  const publicUnits = new Set<string>();
  const waiting = new Map(order.map(({ unit }) => [unit, 0]));
  const target = share * items.length;
  let count = 0;
  while (count < target && waiting.size > 0) {
    const unit = best(waiting);
    const places = members.get(unit) ?? [];
    const gain = places.filter((place) => missing[place] === 1).length;
    // The last unit is taken only if this comes closer to the share.
    if (gain > 0 && count + gain - target > target - count) break;
    waiting.delete(unit);
    publicUnits.add(unit);
    count += gain;
    for (const place of places) {
      missing[place]--;
      for (const other of unitsOf[place]) {
        if (waiting.has(other)) waiting.set(other, shareTaken(members.get(other) ?? [], unitsOf, missing));
      }
    }
  }
  const part = (test: (units: readonly string[]) => boolean) => ids.filter((_, place) => test(unitsOf[place]));
  return {
    public: part((units) => units.every((unit) => publicUnits.has(unit))),
    private: part((units) => units.every((unit) => !publicUnits.has(unit))),
    between: part((units) => units.some((unit) => publicUnits.has(unit)) && units.some((unit) => !publicUnits.has(unit))),
  };
}

/** The first unit with the highest value; the map is in the order of the hashes. */
function best(waiting: ReadonlyMap<string, number>): string {
  let [bestUnit, highest] = ['', -1];
  for (const [unit, value] of waiting) if (value > highest) [bestUnit, highest] = [unit, value];
  return bestUnit;
}

/** The share of a unit's items that is already tied to the public part. */
function shareTaken(places: readonly number[], unitsOf: readonly (readonly string[])[], missing: readonly number[]): number {
  return places.filter((place) => missing[place] < unitsOf[place].length).length / places.length;
}
