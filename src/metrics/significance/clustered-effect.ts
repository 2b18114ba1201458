/** The effect of a side (shown later, say) on who wins, within strata and with errors by cluster: least squares, Liang and Zeger 1986. */
import { testDifference } from './robust-error.ts';

export interface SidedOutcome {
  /** 1 or -1: on which side the first one was. */
  side: number;
  /** 1 where the first one won, -1 where the second did, 0 for a tie. */
  won: number;
  /** Outcomes of one stratum are compared with each other: the same two systems. */
  stratum: string;
  /** Outcomes of one cluster hang together. */
  cluster: string;
}

export interface ClusteredEffect {
  /** How much more often the side wins than it loses, from -1 to 1. */
  effect: number;
  interval: [number, number];
  p: number;
  clusters: number;
}

/** null where a side never changes within a stratum, or where there are too few clusters. */
export function clusteredEffect(outcomes: readonly SidedOutcome[], { level = 0.95 }: { level?: number } = {}): ClusteredEffect | null {
  const means = new Map<string, { side: number; won: number; count: number }>();
  for (const { stratum, side, won } of outcomes) {
    const known = means.get(stratum) ?? { side: 0, won: 0, count: 0 };
    means.set(stratum, { side: known.side + side, won: known.won + won, count: known.count + 1 });
  }
  const centred = outcomes.map(({ stratum, cluster, side, won }) => {
    const { side: sides = 0, won: wins = 0, count = 1 } = means.get(stratum) ?? {};
    return { cluster, side: side - sides / count, won: won - wins / count };
  });
  const spread = centred.reduce((sum, { side }) => sum + side * side, 0);
  const clusters = new Map<string, number>();
  if (spread < 1e-9) return null;
  const effect = centred.reduce((sum, { side, won }) => sum + side * won, 0) / spread;
  for (const { cluster, side, won } of centred) clusters.set(cluster, (clusters.get(cluster) ?? 0) + side * (won - effect * side));
  const count = clusters.size;
  if (count < 2) return null;
  const squares = [...clusters.values()].reduce((sum, own) => sum + own * own, 0);
  const error = Math.sqrt((count / (count - 1)) * squares) / spread;
  const { p, interval } = testDifference(effect, { error, df: count - 1 }, { level });
  return { effect, interval: [Math.max(-1, interval.low), Math.min(1, interval.high)], p, clusters: count };
}
