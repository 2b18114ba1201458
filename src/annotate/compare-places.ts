/** The value of a comparison: places by system, and which of two systems has the better one. */

/** Places by system: 1 is best, equal outputs share a place. */
export type Places = Readonly<Record<string, number>>;

export interface CompareValue {
  places: Places;
  /** The systems in the order in which they were shown; of outputs that were equal and shown once, one system. */
  shown?: readonly string[];
  /** The answers for each order, if someone was asked in several, or about two systems at a time. */
  orders?: readonly { shown: readonly string[]; places: Places }[];
}

/** The better of two; null where one has no place. */
export function preferred(places: Places, a: string, b: string): 'a' | 'b' | 'tie' | null {
  if (!(a in places) || !(b in places)) return null;
  return places[a] < places[b] ? 'a' : places[a] > places[b] ? 'b' : 'tie';
}

export function pairsOf(systems: readonly string[]): { a: string; b: string }[] {
  return systems.flatMap((a, i) => systems.slice(i + 1).map((b) => ({ a, b })));
}

/** For each pair of systems, in the order of their names: which of the two is better. */
export function preferences(places: Places): Record<string, 'first' | 'second' | 'tie'> {
  return Object.fromEntries(
    pairsOf(Object.keys(places).sort()).map(({ a, b }) => {
      const choice = preferred(places, a, b);
      return [`${a} – ${b}`, choice === 'a' ? 'first' : choice === 'b' ? 'second' : 'tie'];
    }),
  );
}
