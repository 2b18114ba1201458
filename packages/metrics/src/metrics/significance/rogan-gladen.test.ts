import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { roganGladen } from './rogan-gladen.ts';

describe('a rate from an imperfect judge', () => {
  it('is the share of yes where the judge never errs', () => {
    const right = { right: 50, items: 50 };
    expect(roganGladen({ yes: 30, items: 100, sensitivity: right, specificity: right })?.value).toBeCloseTo(0.3, 12);
  });
  it('takes out what the judge adds and leaves out', () => {
    // Of 100 items 40 are truly yes: 0.9 · 40 + 0.2 · 60 = 48 are called so.
    const found = roganGladen({ yes: 48, items: 100, sensitivity: { right: 90, items: 100 }, specificity: { right: 80, items: 100 } });
    expect(found?.value).toBeCloseTo(0.4, 12);
  });
  it('has an interval that holds the truth', () => {
    const random = createRandom('prevalence');
    const count = (items: number, p: number) => Array.from({ length: items }, () => random.next() < p).filter(Boolean).length;
    let covered = 0;
    for (let draw = 0; draw < 2000; draw++) {
      const items = 300;
      const truly = count(items, 0.3);
      const yes = count(truly, 0.85) + count(items - truly, 0.1);
      const tested = { sensitivity: { right: count(40, 0.85), items: 40 }, specificity: { right: count(40, 0.9), items: 40 } };
      const [low, high] = roganGladen({ yes, items, ...tested })?.interval ?? [1, 0];
      if (low <= 0.3 && high >= 0.3) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.935);
    expect(covered / 2000).toBeLessThan(0.975);
  });
  it('cannot be given with one label alone, or by a judge that guesses', () => {
    const right = { right: 5, items: 10 };
    expect(roganGladen({ yes: 5, items: 10, sensitivity: right, specificity: { right: 0, items: 0 } })).toBeNull();
    expect(roganGladen({ yes: 5, items: 10, sensitivity: right, specificity: right })).toBeNull();
  });
});
