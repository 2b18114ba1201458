/** Statistics of comparisons: hit@k (CommonGen, Table 4), pairwise win rates, agreement, and the effect of the order of presentation. */
import type { Decision } from '@sensebench/metrics/internal/core';
import { bootstrapIntervals, kendallTau } from '@sensebench/metrics/internal/metrics';
import { againstOthers, groupByItem } from './agreement/agreement-of.ts';
import { bradleyTerry, type Duel, strengthsOf, winTable } from './bradley-terry.ts';
import { type PositionFigures, positionFigures } from './compare-order.ts';
import { type CompareValue, type Places, pairsOf, preferences, preferred } from './compare-places.ts';

export type CompareFigures = {
  items: number;
  annotators: number;
  systems: string[];
  /** Share of the decisions in which a system is among the k best; tied systems share the remaining ranks. */
  hits: Record<string, Record<string, number>>;
  /** Share of the decisions in which a system has rank k or better, as in Table 4, whose columns add up to more than k. */
  top: Record<string, Record<string, number>>;
  /** How often `a` was ranked above `b`; in `rate`, a tie is half a win. */
  pairs: { a: string; b: string; wins: number; losses: number; ties: number; rate: number }[];
  /** Mean Kendall τ-b between annotators' rankings of the systems of an item; null with one annotator. */
  kendall: number | null;
  /** Each annotator compared with the majority of the others, for every pair of systems. */
  perAnnotator: Record<string, { items: number; comparisons: number; agreement: number | null; cohenKappa: number | null }>;
  /** Bradley–Terry strengths; null if they do not exist. */
  strengths: Record<string, SystemStrength> | null;
  position: PositionFigures;
};

type CompareDecision = Decision<CompareValue>;

const KS = [1, 3, 5];

export function compareFigures(decisions: readonly CompareDecision[]): CompareFigures {
  const systems = [...new Set(decisions.flatMap(({ value }) => Object.keys(value.places)))].sort();
  const annotators = [...new Set(decisions.map(({ annotator }) => annotator))].sort();
  const byItem = groupByItem(decisions);
  const items = [...byItem.keys()];
  return {
    items: items.length,
    annotators: annotators.length,
    systems,
    hits: rates(decisions, systems, 'hit', chanceAmongBest),
    top: rates(decisions, systems, 'top', (places, system, k) => Number(places[system] <= k)),
    pairs: winRates(decisions, systems),
    kendall: meanKendall(decisions, annotators, items),
    perAnnotator: Object.fromEntries(annotators.map((annotator) => [annotator, withOthers(byItem, annotator)])),
    strengths: systemStrengths(decisions),
    position: positionFigures(decisions),
  };
}

/** The mean over decisions of what each gives a system, for k of 1, 3 and 5. */
function rates(
  decisions: readonly CompareDecision[],
  systems: readonly string[],
  name: string,
  give: (places: Places, system: string, k: number) => number,
): Record<string, Record<string, number>> {
  const ks = KS.filter((k) => k < systems.length);
  return Object.fromEntries(
    systems.map((system) => {
      const own = decisions.filter(({ value }) => system in value.places);
      const rate = (k: number) => own.reduce((sum, { value }) => sum + give(value.places, system, k), 0) / own.length;
      return [system, Object.fromEntries(ks.map((k) => [`${name}@${k}`, rate(k)]))];
    }),
  );
}

/** The chance of being among the k best if ties are broken at random. */
function chanceAmongBest(places: Places, system: string, k: number): number {
  const all = Object.values(places);
  const better = all.filter((place) => place < places[system]).length;
  const tied = all.filter((place) => place === places[system]).length;
  return Math.max(0, Math.min(1, (k - better) / tied));
}

function winRates(decisions: readonly CompareDecision[], systems: readonly string[]): CompareFigures['pairs'] {
  return pairsOf(systems).flatMap(({ a, b }) => {
    const said = decisions.map(({ value }) => preferred(value.places, a, b)).filter((choice) => choice !== null);
    if (said.length === 0) return [];
    const count = (wanted: string) => said.filter((choice) => choice === wanted).length;
    const [wins, losses, ties] = [count('a'), count('b'), count('tie')];
    return [{ a, b, wins, losses, ties, rate: (wins + ties / 2) / said.length }];
  });
}

function meanKendall(decisions: readonly CompareDecision[], annotators: readonly string[], items: readonly string[]): number | null {
  const of = new Map(decisions.map(({ annotator, item, value }) => [JSON.stringify([annotator, item]), value.places]));
  const values = pairsOf(annotators).flatMap(({ a, b }) =>
    items.flatMap((item) => {
      const [left, right] = [of.get(JSON.stringify([a, item])), of.get(JSON.stringify([b, item]))];
      if (!left || !right) return [];
      const shared = Object.keys(left)
        .filter((system) => system in right)
        .sort();
      const tau = kendallTau(
        shared.map((system) => left[system]),
        shared.map((system) => right[system]),
      );
      return tau === null ? [] : [tau];
    }),
  );
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** Each annotator against the others, over all pairs of systems of an item. */
function withOthers(byItem: ReadonlyMap<string, readonly CompareDecision[]>, annotator: string): CompareFigures['perAnnotator'][string] {
  const own = [...byItem.values()].flat().filter((decision) => decision.annotator === annotator);
  const said = own.flatMap(({ item, value }) =>
    Object.keys(preferences(value.places)).map((pair) => {
      const choices = (byItem.get(item) ?? []).flatMap(({ annotator: who, value: { places } }) => {
        const choice = preferences(places)[pair];
        return choice === undefined ? [] : [[who, choice] as const];
      });
      return new Map(choices);
    }),
  );
  const { compared: comparisons, ...figures } = againstOthers(said, annotator);
  return { items: own.length, comparisons, ...figures };
}

type SystemStrength = {
  /** Natural logarithm; the mean over systems is 0. */
  strength: number;
  /** 95%; null if fewer than half of the resamples have strengths. */
  interval: [number, number] | null;
};

const SEED = 17;

/**
 * Strengths of systems (Bradley and Terry 1952) with bootstrap intervals over items; a tie is half a win for each.
 * null if some systems never win against the others, or never lose: the likelihood then has no maximum.
 */
function systemStrengths(
  decisions: readonly Decision<CompareValue>[],
  { resamples = 1000 }: { resamples?: number } = {},
): Record<string, SystemStrength> | null {
  const items = [...groupByItem(decisions).values()].map((own) => own.flatMap(({ value }) => duelsOf(value)));
  const strengths = bradleyTerry(items.flat());
  if (!strengths) return null;
  const names = Object.keys(strengths);
  const from = Object.values(strengths);
  const tables = items.map((duels) => winTable(duels, names));
  const score = (sample: readonly (typeof tables)[number][]) => {
    const sum = new Float64Array(names.length ** 2);
    for (const table of sample) for (let i = 0; i < sum.length; i++) sum[i] += table[i];
    const found = strengthsOf(sum, names.length, { from, exact: 1e-6 });
    return Object.fromEntries(names.map((name, i) => [name, found ? found[i] : null]));
  };
  const intervals = bootstrapIntervals(tables, score, { resamples, seed: SEED });
  return Object.fromEntries(
    names.map((name) => {
      const interval = intervals[name];
      return [name, { strength: strengths[name], interval: interval && [interval.low, interval.high] }];
    }),
  );
}

function duelsOf({ places }: CompareValue): Duel[] {
  return pairsOf(Object.keys(places).sort()).map(({ a, b }) => {
    const choice = preferred(places, a, b);
    return { a, b, won: choice === 'a' ? 1 : choice === 'b' ? 0 : 0.5 };
  });
}
