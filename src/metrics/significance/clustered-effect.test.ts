import { describe, expect, it } from 'vitest';
import { clusteredEffect } from './clustered-effect.ts';

const outcome = (side: number, won: number, cluster: string, stratum = 's') => ({ side, won, cluster, stratum });

describe('the effect of a side', () => {
  it('is how much more often it wins than it loses', () => {
    const rows = [outcome(1, 1, 'a'), outcome(-1, -1, 'b'), outcome(1, 1, 'c'), outcome(-1, 1, 'd')];
    expect(clusteredEffect(rows)?.effect).toBeCloseTo(0.5, 12);
  });

  it('is measured within strata: who is better anyway does not count', () => {
    const strong = [outcome(1, 1, 'a', 'x'), outcome(1, 1, 'b', 'x'), outcome(-1, 1, 'c', 'x')];
    expect(clusteredEffect([...strong, outcome(1, 1, 'd', 'y'), outcome(-1, 1, 'e', 'y')])?.effect).toBeCloseTo(0, 12);
  });

  it('gets no surer from repeating a cluster', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((cluster, i) =>
      outcome(i % 2 === 0 ? 1 : -1, i < 4 ? (i % 2 === 0 ? 1 : -1) : 1, cluster),
    );
    const once = clusteredEffect(rows);
    const thrice = clusteredEffect([...rows, ...rows, ...rows]);
    expect(thrice?.p).toBeCloseTo(once?.p ?? 0, 10);
  });

  it('cannot be told where the side never changes, or from one cluster', () => {
    expect(clusteredEffect([outcome(1, 1, 'a'), outcome(1, -1, 'b')])).toBeNull();
    expect(clusteredEffect([outcome(1, 1, 'a'), outcome(-1, -1, 'a')])).toBeNull();
  });
});
