import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTruecaser, loadTruecaser } from './truecase.ts';

describe('truecaser', () => {
  it('looks at the neighbours before the word alone', () => {
    const table = new Map([
      ['york', 'York'],
      ['us', 'US'],
      ['>new york', 'New'],
      ['<of us', 'us'],
    ]);
    const { restore } = createTruecaser(table);
    expect(restore('the new york of us. it is new to the us!')).toBe('The New York of us. It is new to the US!');
  });

  it('knows common names', () => {
    const { restore } = loadTruecaser();
    expect(restore('in december, people in new york and london celebrate christmas.')).toBe(
      'In December, people in New York and London celebrate Christmas.',
    );
  });

  it('changes nothing but the case', () => {
    const { restore } = loadTruecaser();
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (text) => restore(text).length === text.length && restore(text).toLowerCase() === text.toLowerCase(),
      ),
      {
        numRuns: 60,
      },
    );
    expect(restore('')).toBe('');
  });
});
