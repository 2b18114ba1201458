/** How the order of presentation affects comparisons: how often the later output wins, a test of that effect, and a warning. */
import type { Decision } from '@sensebench/metrics/internal/core';
import { clusteredEffect, type SidedOutcome } from '@sensebench/metrics/internal/metrics';
import { type CompareValue, pairsOf, preferred } from './compare-places.ts';

export type PositionFigures = {
  /** The number of pairs of systems shown one after the other. */
  comparisons: number;
  /** How often the output shown later, or earlier, was preferred; without an effect of order the two are equal. */
  laterBetter: number | null;
  earlierBetter: number | null;
  /** The number of pairs shown in both orders, and how often the preference changed with the order. */
  both: number;
  turned: number | null;
  /** How much more often the later of two systems wins than loses, from -1 to 1, with its 95% interval. */
  pull: number | null;
  interval: [number, number] | null;
  /** The p-value of the hypothesis that the order has no effect; null if two systems were always shown in the same order. */
  p: number | null;
  /** A sentence for the reader, if the order matters. */
  warning: string | null;
};

const LEVEL = 0.05;

/** All comparisons of one item are one cluster, and each pair of systems is one stratum. */
export function positionFigures(decisions: readonly Decision<CompareValue>[]): PositionFigures {
  const count = { all: 0, later: 0, earlier: 0, both: 0, turned: 0 };
  const outcomes: SidedOutcome[] = [];
  for (const { item, value } of decisions) {
    const orders = value.orders ?? (value.shown ? [{ shown: value.shown, places: value.places }] : []);
    /** By pair in order of presentation, the preferred system. */
    const said = new Map<string, string>();
    for (const { shown, places } of orders) {
      for (const { a: first, b: second } of pairsOf(shown)) {
        const choice = preferred(places, first, second);
        if (choice === null) continue;
        count.all++;
        if (choice === 'a') count.earlier++;
        if (choice === 'b') count.later++;
        outcomes.push(outcomeOf(first, second, { choice, item }));
        said.set(JSON.stringify([first, second]), choice === 'a' ? first : choice === 'b' ? second : 'tie');
        const reversed = said.get(JSON.stringify([second, first]));
        if (reversed === undefined) continue;
        count.both++;
        const winner = choice === 'a' ? first : second;
        if (choice !== 'tie' && reversed !== 'tie' && reversed !== winner) count.turned++;
      }
    }
  }
  const found = clusteredEffect(outcomes);
  return {
    comparisons: count.all,
    laterBetter: count.all > 0 ? count.later / count.all : null,
    earlierBetter: count.all > 0 ? count.earlier / count.all : null,
    both: count.both,
    turned: count.both > 0 ? count.turned / count.both : null,
    pull: found?.effect ?? null,
    interval: found?.interval ?? null,
    p: found?.p ?? null,
    warning: found && found.p < LEVEL ? warn(found.effect, found.p) : null,
  };
}

/** Relative to the first of the two by name, so that both orders belong to one stratum. */
function outcomeOf(first: string, second: string, { choice, item }: { choice: 'a' | 'b' | 'tie'; item: string }): SidedOutcome {
  const byName = first < second;
  const earlierWon = choice === 'a' ? 1 : choice === 'b' ? -1 : 0;
  return {
    side: byName ? -1 : 1,
    won: byName ? earlierWon : -earlierWon,
    stratum: JSON.stringify(byName ? [first, second] : [second, first]),
    cluster: item,
  };
}

function warn(effect: number, p: number): string {
  const side = effect > 0 ? 'later' : 'earlier';
  const chance = p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
  return `The order of presentation affects the answers: the output shown ${side} wins more often than its quality explains (${chance}). Do not trust small differences between systems.`;
}
