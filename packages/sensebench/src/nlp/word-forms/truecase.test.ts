import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTruecaser, loadTruecaser } from './truecase.ts';

/** Letter by letter, since the lower case of a sigma depends on what follows it; there and back, since two letters may share a capital. */
function foldCase(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join('');
}

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
        (text) => restore(text).length === text.length && foldCase(restore(text)) === foldCase(text),
      ),
      { numRuns: 60 },
    );
    expect(restore('')).toBe('');
  });

  it('keeps letters that do not find back from their capital', () => {
    const { restore } = loadTruecaser();
    for (const text of ['ς', 'ſet', 'ßen', 'ŉ', 'ΑΣ.Β', 'İ', 'ẞ']) expect(foldCase(restore(text))).toBe(foldCase(text));
    expect(restore('ς')).toBe('ς');
  });
});
