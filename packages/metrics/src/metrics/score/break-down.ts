/** Scores of groups of items (context, size, category), with intervals where a group is large enough for them. */
import { type Grouping, type Item, inTurns, type Measured, type ScoredGroup, type Scores } from '../../core/index.ts';
import { intervalRounds, unitsOfItems } from '../significance/intervals.ts';
import type { SharedUnits } from '../significance/shared-units.ts';
import type { ScoreRequest } from './score-request.ts';

/** Smaller groups get no interval. */
const FEWEST = 5;

export async function breakDown<I extends Item>(
  { items, intervals, units, unit, signal }: ScoreRequest<I>,
  measured: readonly Measured[],
  breakdowns: Record<string, Grouping<I>>,
): Promise<NonNullable<Scores['breakdowns']>> {
  const shared = unitsOfItems(items, { units, unit }).units;
  const result: NonNullable<Scores['breakdowns']> = {};
  for (const [name, groupOf] of Object.entries(breakdowns)) {
    const found: Record<string, ScoredGroup> = {};
    for (const [group, places] of placesOf(items, groupOf)) {
      const ranged = intervals !== undefined && places.length >= FEWEST;
      const seed = `${intervals?.seed ?? 1}/${name}/${group}`;
      found[group] = {
        items: places.length,
        corpus: corpusScores(measured, places),
        ...(ranged ? { intervals: await groupIntervals(measured, places, { units: shared?.only(places), seed, signal }) } : {}),
      };
    }
    result[name] = found;
  }
  return result;
}

function placesOf<I extends Item>(items: readonly I[], groupOf: Grouping<I>): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [place, item] of items.entries()) {
    const group = groupOf(item);
    if (group === null) continue;
    const places = groups.get(group);
    if (places) places.push(place);
    else groups.set(group, [place]);
  }
  return groups;
}

async function groupIntervals(
  measured: readonly Measured[],
  places: readonly number[],
  { signal, ...options }: { units?: SharedUnits; seed: string; signal?: AbortSignal },
): Promise<Record<string, [number, number]>> {
  const intervals: Record<string, [number, number]> = {};
  for (const { metric, outputs, context, stats } of measured) {
    const own = places.map((place) => stats[place]);
    const found = await inTurns(
      intervalRounds(own, (sample) => metric.score(sample, context), options),
      signal,
    );
    for (const output of outputs) {
      const interval = found[output];
      if (interval) intervals[output] = [interval.low, interval.high];
    }
  }
  return intervals;
}

/** Scores of all items, or of those at the given places. */
export function corpusScores(measured: readonly Measured[], places?: readonly number[]): Record<string, number | null> {
  const corpus: Record<string, number | null> = {};
  for (const { metric, outputs, context, stats } of measured) {
    const scores = metric.score(places ? places.map((place) => stats[place]) : stats, context);
    for (const output of outputs) corpus[output] = scores[output] ?? null;
  }
  return corpus;
}
