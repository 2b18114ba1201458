/** The value of a comparison: ranks by system, and which of two systems ranks higher. */

/** Ranks by system: 1 is best, equally good outputs share a rank. */
export type Places = Readonly<Record<string, number>>;

export interface CompareValue {
  places: Places;
  /** The systems in the order of presentation; identical outputs were shown once, under one of their systems. */
  shown?: readonly string[];
  /** The answers for each order, if several orders or pairs of systems were presented. */
  orders?: readonly { shown: readonly string[]; places: Places }[];
}

/** The better of two; null if one has no rank. */
export function preferred(places: Places, a: string, b: string): 'a' | 'b' | 'tie' | null {
  if (!(a in places) || !(b in places)) return null;
  return places[a] < places[b] ? 'a' : places[a] > places[b] ? 'b' : 'tie';
}

export function pairsOf(systems: readonly string[]): { a: string; b: string }[] {
  return systems.flatMap((a, i) => systems.slice(i + 1).map((b) => ({ a, b })));
}

/** For each pair of systems, in order of their names, which one is better. */
export function preferences(places: Places): Record<string, 'first' | 'second' | 'tie'> {
  return Object.fromEntries(
    pairsOf(Object.keys(places).sort()).map(({ a, b }) => {
      const choice = preferred(places, a, b);
      return [`${a} – ${b}`, choice === 'a' ? 'first' : choice === 'b' ? 'second' : 'tie'];
    }),
  );
}
