/** Bradley–Terry strengths (1952) by minorization and maximization (Hunter 2004); a tie is half a win for each. */

export interface Duel {
  a: string;
  b: string;
  /** How often `a` won: 1, 0, or 0.5 for a tie. */
  won: number;
}

/** `wins[i * n + j]` is how often system i won against system j, of n systems. */
type WinTable = Float64Array;

const MOST_ROUNDS = 20_000;

/**
 * Natural logarithms of the strengths, their mean 0: e^(x-y) are the odds that x beats y. null where no strengths are the likeliest: some systems
 * never win against the others, or never lose.
 */
export function bradleyTerry(duels: readonly Duel[]): Record<string, number> | null {
  const names = [...new Set(duels.flatMap(({ a, b }) => [a, b]))].sort();
  const strengths = strengthsOf(winTable(duels, names), names.length);
  return strengths && Object.fromEntries(names.map((name, i) => [name, strengths[i]]));
}

export function winTable(duels: readonly Duel[], names: readonly string[]): WinTable {
  const place = new Map(names.map((name, i) => [name, i]));
  const table = new Float64Array(names.length ** 2);
  for (const { a, b, won } of duels) {
    const [i, j] = [place.get(a), place.get(b)];
    if (i === undefined || j === undefined) throw new RangeError(`"${i === undefined ? a : b}" is not among ${names.join(', ')}`);
    table[i * names.length + j] += won;
    table[j * names.length + i] += 1 - won;
  }
  return table;
}

interface StrengthOptions {
  /** Where to begin: near the result it takes fewer rounds. */
  from?: readonly number[];
  /** The largest change of a logarithm in the last round. */
  exact?: number;
}

export function strengthsOf(wins: WinTable, systems: number, { from, exact = 1e-12 }: StrengthOptions = {}): number[] | null {
  if (systems < 2 || !isConnected(wins, systems)) return null;
  const total = Array.from({ length: systems }, (_, i) => wins.subarray(i * systems, (i + 1) * systems).reduce((sum, won) => sum + won, 0));
  let strengths = (from ?? total.map(() => 0)).map(Math.exp);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = strengths.map((own, i) => {
      let met = 0;
      for (let j = 0; j < systems; j++) if (i !== j) met += (wins[i * systems + j] + wins[j * systems + i]) / (own + strengths[j]);
      return total[i] / met;
    });
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / systems);
    let moved = 0;
    for (let i = 0; i < systems; i++) {
      next[i] /= scale;
      moved = Math.max(moved, Math.abs(Math.log(next[i] / strengths[i])));
    }
    strengths = next;
    if (moved < exact) break;
  }
  return strengths.map(Math.log);
}

/** Everyone can be reached from everyone by wins (Ford 1957). */
function isConnected(wins: WinTable, systems: number): boolean {
  const reaches = (won: (i: number, j: number) => number) => {
    const seen = new Set([0]);
    for (const i of seen) for (let j = 0; j < systems; j++) if (won(i, j) > 0) seen.add(j);
    return seen.size === systems;
  };
  return reaches((i, j) => wins[i * systems + j]) && reaches((i, j) => wins[j * systems + i]);
}
