/** Few items that stand for all: the middle of each group of items on which systems score alike (anchor points, Vivek et al. 2024). */
import { createRandom, InputError, type Random } from '../../core/index.ts';
import type { ScoreTable } from './score-table.ts';

export interface ChosenItems {
  /** The weight of an item is the share of all items that it stands for: estimates are weighted means. */
  items: { id: string; weight: number }[];
  /** Mean distance between a system's estimate from these items and its mean over all. */
  distance: number;
  /** The same for systems that were left out when the items were chosen, and the share of pairs of systems in the right order. */
  leftOut: { distance: number; order: number | null };
  /** What as many items drawn at random give, on average. */
  random: { distance: number; order: number | null };
}

interface ChooseOptions {
  count: number;
  folds?: number;
  seed?: number | string;
}

interface Anchor {
  place: number;
  weight: number;
}

type Rows = readonly (readonly number[])[];

const DRAWS = 50;
const ROUNDS = 25;

export function chooseItems({ items, scores }: ScoreTable, { count, folds = 5, seed = 17 }: ChooseOptions): ChosenItems {
  if (count >= items.length) throw new InputError(`there are only ${items.length} items to choose from`, { expected: 'a smaller number' });
  if (scores.length < 3) throw new InputError('a choice of items takes three systems or more');
  const rows = scores.map((row) => row.filter((score) => score !== null));
  if (rows.some((row) => row.length < items.length)) throw new InputError('a choice of items takes a score of every system for every item');
  const random = createRandom(`choose-items/${seed}`);
  const anchors = findAnchors(rows, count, random);
  const order = random.shuffle([...rows.keys()]);
  const parts = Math.min(folds, rows.length);
  const estimates = rows.map(() => 0);
  for (let fold = 0; fold < parts; fold++) {
    const left = order.filter((_, place) => place % parts === fold);
    const found = findAnchors(
      rows.filter((_, system) => !left.includes(system)),
      count,
      random,
    );
    for (const system of left) estimates[system] = estimate(rows[system], found);
  }
  const draws = Array.from({ length: DRAWS }, () => {
    const drawn = random.sample([...items.keys()], count).map((place) => ({ place, weight: 1 / count }));
    return compare(
      rows,
      rows.map((row) => estimate(row, drawn)),
    );
  });
  const orders = draws.flatMap((draw) => draw.order ?? []);
  return {
    items: anchors.map(({ place, weight }) => ({ id: items[place], weight })),
    distance: compare(
      rows,
      rows.map((row) => estimate(row, anchors)),
    ).distance,
    leftOut: compare(rows, estimates),
    random: { distance: meanOf(draws.map(({ distance }) => distance)), order: orders.length > 0 ? meanOf(orders) : null },
  };
}

/** k-means over the items' columns of scores, then the item nearest to each mean. */
function findAnchors(rows: Rows, count: number, random: Random): Anchor[] {
  const width = rows[0].length;
  const columns = Array.from({ length: width }, (_, item) => rows.map((row) => row[item]));
  let centres = startingCentres(columns, count, random);
  const group = new Int32Array(width).fill(-1);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let item = 0; item < width; item++) {
      const nearest = nearestOf(columns[item], centres);
      moved ||= nearest !== group[item];
      group[item] = nearest;
    }
    if (!moved) break;
    centres = centres.map((centre, place) => {
      const members = columns.filter((_, item) => group[item] === place);
      return members.length === 0 ? centre : centre.map((_, system) => meanOf(members.map((member) => member[system])));
    });
  }
  return centres.flatMap((centre, place) => {
    const members = [...columns.keys()].filter((item) => group[item] === place);
    if (members.length === 0) return [];
    const nearest = members.reduce((best, item) => (distance(columns[item], centre) < distance(columns[best], centre) ? item : best));
    return [{ place: nearest, weight: members.length / width }];
  });
}

/** Each further centre is drawn in proportion to its squared distance from those before it (k-means++). */
function startingCentres(columns: Rows, count: number, random: Random): number[][] {
  const centres = [[...random.choice(columns)]];
  const nearest = columns.map((column) => distance(column, centres[0]));
  while (centres.length < count) {
    const total = nearest.reduce((sum, value) => sum + value, 0);
    const centre = [...(total > 0 ? columns[random.weighted(nearest)] : random.choice(columns))];
    centres.push(centre);
    for (const [item, column] of columns.entries()) nearest[item] = Math.min(nearest[item], distance(column, centre));
  }
  return centres;
}

function nearestOf(column: readonly number[], centres: Rows): number {
  let best = { place: 0, distance: Number.POSITIVE_INFINITY };
  for (const [place, centre] of centres.entries()) {
    const found = distance(column, centre);
    if (found < best.distance) best = { place, distance: found };
  }
  return best.place;
}

function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/** Pairs of systems that are equal on all items have no order. */
function compare(rows: Rows, estimates: readonly number[]): { distance: number; order: number | null } {
  const truths = rows.map((row) => meanOf(row));
  let [right, pairs] = [0, 0];
  for (let a = 0; a < rows.length; a++) {
    for (let b = 0; b < a; b++) {
      const truth = Math.sign(truths[a] - truths[b]);
      if (truth === 0) continue;
      pairs++;
      if (Math.sign(estimates[a] - estimates[b]) === truth) right++;
    }
  }
  return { distance: meanOf(truths.map((truth, system) => Math.abs(truth - estimates[system]))), order: pairs > 0 ? right / pairs : null };
}

function estimate(row: readonly number[], anchors: readonly Anchor[]): number {
  return anchors.reduce((sum, { place, weight }) => sum + weight * row[place], 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
