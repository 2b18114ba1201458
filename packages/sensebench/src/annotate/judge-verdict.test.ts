import { describe, expect, it } from 'vitest';
import { combineOrders, PAIR_LABELS, readVerdict } from './judge-verdict.ts';

describe('a verdict', () => {
  it('is the label that the text begins with, or the last that it names', () => {
    const single = (text: string) => readVerdict(text, ['yes', 'no']);
    expect(['Yes.', 'no', 'The answer is: Yes', 'I cannot tell', 'No, though yes would do', ''].map(single)).toEqual([
      'yes',
      'no',
      'yes',
      null,
      'no',
      null,
    ]);
    const pair = (text: string) => readVerdict(text, PAIR_LABELS);
    expect(['A', 'b.', 'Tie', '**B**', 'Output B', 'I prefer B', 'neither of them'].map(pair)).toEqual([
      'A',
      'B',
      'tie',
      'B',
      'B',
      'B',
      null,
    ]);
    expect(pair('Sentence A has a flaw, so B.')).toBe('B');
    expect(pair('It is a tie')).toBe('tie');
    expect(pair('Both are a mess.')).toBeNull();
  });
});

describe('verdicts in both orders', () => {
  const both = (one: 'A' | 'B' | 'tie' | null, two: 'A' | 'B' | 'tie' | null) =>
    combineOrders([
      { shown: ['x', 'y'], verdict: one },
      { shown: ['y', 'x'], verdict: two },
    ]);

  it('make a winner only where they name the same system', () => {
    expect(both('A', 'B')?.places).toEqual({ x: 1, y: 2 });
    expect(both('B', 'A')?.places).toEqual({ x: 2, y: 1 });
    expect(both('A', 'A')?.places).toEqual({ x: 1, y: 1 });
    expect(both('A', 'tie')?.places).toEqual({ x: 1, y: 1 });
  });

  it('are kept, each with its order', () => {
    expect(both('A', 'A')?.orders).toEqual([
      { shown: ['x', 'y'], places: { x: 1, y: 2 } },
      { shown: ['y', 'x'], places: { x: 2, y: 1 } },
    ]);
  });

  it('decide nothing where one is missing', () => {
    expect(both('A', null)).toBeNull();
    expect(combineOrders([])).toBeNull();
  });
});
