/** Figures of comparisons: hit@k (CommonGen, Table 4), win rates of pairs, agreement of annotators, and what the order of showing does. */
import type { Decision } from '../core/index.ts';
import { cohenKappa, kendallTau } from '../metrics/agreement/index.ts';

/** Places by system: 1 is best, equal outputs share a place. */
export type Places = Readonly<Record<string, number>>;

export interface CompareValue {
  places: Places;
  /** The systems in the order in which they were shown. */
  shown?: readonly string[];
  /** The answers for each order, if someone was asked in several, or about two systems at a time. */
  orders?: readonly { shown: readonly string[]; places: Places }[];
}

export type CompareFigures = {
  items: number;
  annotators: number;
  systems: string[];
  /** Share of the decisions in which a system is among the k best; ties share what they can get. */
  hits: Record<string, Record<string, number>>;
  /** Share of the decisions in which a system has place k or a better one, as in Table 4, whose columns add up to more than k. */
  top: Record<string, Record<string, number>>;
  /** How often `a` got the better place than `b`; in `rate` a tie is half a win. */
  pairs: { a: string; b: string; wins: number; losses: number; ties: number; rate: number }[];
  /** Mean Kendall τ-b between annotators' rankings of the systems of an item; null with one annotator. */
  kendall: number | null;
  /** Each annotator against what most of the others say of two systems. */
  perAnnotator: Record<string, { items: number; comparisons: number; agreement: number | null; cohenKappa: number | null }>;
  position: {
    /** Two systems shown one after the other. */
    comparisons: number;
    /** How often the one shown later, or the one shown earlier, got the better place: equal shares are fair. */
    laterBetter: number | null;
    earlierBetter: number | null;
    /** Two systems that were shown in both orders, and how often the preference turned with the order. */
    both: number;
    turned: number | null;
  };
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
    perAnnotator: Object.fromEntries(annotators.map((annotator) => [annotator, againstOthers(byItem, annotator)])),
    position: positionFigures(decisions),
  };
}

/** The mean of what each decision gives a system, for k of 1, 3 and 5. */
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

/** With ties, the places that the tied ones share are dealt out evenly. */
function chanceAmongBest(places: Places, system: string, k: number): number {
  const all = Object.values(places);
  const better = all.filter((place) => place < places[system]).length;
  const tied = all.filter((place) => place === places[system]).length;
  return Math.max(0, Math.min(1, (k - better) / tied));
}

/** The better of two; null where one has no place. */
function preferred(places: Places, a: string, b: string): 'a' | 'b' | 'tie' | null {
  if (!(a in places) || !(b in places)) return null;
  return places[a] < places[b] ? 'a' : places[a] > places[b] ? 'b' : 'tie';
}

function pairsOf(systems: readonly string[]): { a: string; b: string }[] {
  return systems.flatMap((a, i) => systems.slice(i + 1).map((b) => ({ a, b })));
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

function againstOthers(byItem: ReadonlyMap<string, readonly CompareDecision[]>, annotator: string): CompareFigures['perAnnotator'][string] {
  const own = [...byItem.values()].flat().filter((decision) => decision.annotator === annotator);
  const both = own.flatMap(({ item, value }) => {
    const others = (byItem.get(item) ?? []).filter((decision) => decision.annotator !== annotator);
    return pairsOf(Object.keys(value.places).sort()).flatMap(({ a, b }) => {
      const mine = preferred(value.places, a, b);
      const theirs = majorityOf(others.map((other) => preferred(other.value.places, a, b)).filter((choice) => choice !== null));
      return mine === null || theirs === null ? [] : [{ mine, theirs }];
    });
  });
  return {
    items: own.length,
    comparisons: both.length,
    agreement: both.length > 0 ? both.filter(({ mine, theirs }) => mine === theirs).length / both.length : null,
    cohenKappa: cohenKappa(
      both.map(({ mine }) => mine),
      both.map(({ theirs }) => theirs),
    ),
  };
}

export function groupByItem<D extends Decision>(decisions: readonly D[]): Map<string, D[]> {
  const groups = new Map<string, D[]>();
  for (const decision of decisions) {
    const group = groups.get(decision.item);
    if (group) group.push(decision);
    else groups.set(decision.item, [decision]);
  }
  return groups;
}

/** The answer of more than half; null if there is none. */
export function majorityOf<Vote>(votes: readonly Vote[]): Vote | null {
  return votes.find((vote) => votes.filter((other) => other === vote).length * 2 > votes.length) ?? null;
}

function positionFigures(decisions: readonly CompareDecision[]): CompareFigures['position'] {
  const count = { all: 0, later: 0, earlier: 0, both: 0, turned: 0 };
  for (const { value } of decisions) {
    const orders = value.orders ?? (value.shown ? [{ shown: value.shown, places: value.places }] : []);
    /** By `first second`: who was preferred. */
    const said = new Map<string, string>();
    for (const { shown, places } of orders) {
      for (const { a: first, b: second } of pairsOf(shown)) {
        const choice = preferred(places, first, second);
        if (choice === null) continue;
        count.all++;
        if (choice === 'a') count.earlier++;
        if (choice === 'b') count.later++;
        said.set(JSON.stringify([first, second]), choice === 'a' ? first : choice === 'b' ? second : 'tie');
        const reversed = said.get(JSON.stringify([second, first]));
        if (reversed === undefined) continue;
        count.both++;
        const winner = choice === 'a' ? first : second;
        if (choice !== 'tie' && reversed !== 'tie' && reversed !== winner) count.turned++;
      }
    }
  }
  return {
    comparisons: count.all,
    laterBetter: count.all > 0 ? count.later / count.all : null,
    earlierBetter: count.all > 0 ? count.earlier / count.all : null,
    both: count.both,
    turned: count.both > 0 ? count.turned / count.both : null,
  };
}
