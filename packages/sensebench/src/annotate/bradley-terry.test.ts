import { describe, expect, it } from 'vitest';
import golden from '../../../../test/golden/comparisons.json' with { type: 'json' };
import { bradleyTerry } from './bradley-terry.ts';

describe('Bradley–Terry strengths', () => {
  it.each(golden.bradleyTerry)('of $systems systems are those of choix', ({ duels, strengths, systems }) => {
    const found = bradleyTerry(duels.map(([a, b, won]) => ({ a: `s${a}`, b: `s${b}`, won })));
    for (let i = 0; i < systems; i++) expect(Math.abs((found?.[`s${i}`] ?? Number.NaN) - strengths[i])).toBeLessThan(golden.tolerance);
  });

  it('of two systems are the log odds of their wins, a tie counting half', () => {
    const found = bradleyTerry([
      { a: 'x', b: 'y', won: 1 },
      { a: 'y', b: 'x', won: 0 },
      { a: 'x', b: 'y', won: 0 },
      { a: 'x', b: 'y', won: 0.5 },
    ]);
    expect((found?.x ?? 0) - (found?.y ?? 0)).toBeCloseTo(Math.log(2.5 / 1.5), 10);
  });

  it('do not exist where one system never loses, or where nobody met', () => {
    expect(bradleyTerry([{ a: 'x', b: 'y', won: 1 }])).toBeNull();
    expect(
      bradleyTerry([
        { a: 'x', b: 'y', won: 0.5 },
        { a: 'p', b: 'q', won: 0.5 },
      ]),
    ).toBeNull();
    expect(bradleyTerry([])).toBeNull();
  });
});
