import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableToText } from './text-table.ts';

const scores = {
  columns: ['system', 'bleu4', 'rougeL', 'cider'].map((key) => ({ key, label: key })),
  rows: [
    { system: 'first', bleu4: '30.12', rougeL: '48.20', cider: '12.01' },
    { system: 'b', bleu4: '3.10', rougeL: '28.00', cider: null },
  ],
};

describe('a table for a terminal', () => {
  it('stands as one where it fits', () => {
    expect(tableToText(scores)).toBe(
      ['system  bleu4  rougeL  cider', '──────  ─────  ──────  ─────', 'first   30.12  48.20   12.01', 'b       3.10   28.00   –'].join(
        '\n',
      ),
    );
  });

  it('is divided where it is too wide, each part with the first column', () => {
    expect(tableToText(scores, { width: 21 })).toBe(
      [
        'system  bleu4  rougeL',
        '──────  ─────  ──────',
        'first   30.12  48.20',
        'b       3.10   28.00',
        '',
        'system  cider',
        '──────  ─────',
        'first   12.01',
        'b       –',
      ].join('\n'),
    );
  });

  it('wraps a last column of text', () => {
    const signed = {
      columns: [
        { key: 'metric', label: 'metric' },
        { key: 'signature', label: 'signature' },
      ],
      rows: [{ metric: 'rougeL', signature: 'rouge|refs:1-2,best|tok:rouge-score|stem:no' }],
    };
    expect(tableToText(signed, { width: 34 }).split('\n').slice(2)).toEqual([
      'rougeL  rouge|refs:1-2,best|',
      '        tok:rouge-score|stem:no',
    ]);
  });

  it('is never wider than the terminal, and loses nothing, as long as two columns fit', () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '1') });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.integer({ min: 26, max: 80 }), (cells, width) => {
        const table = {
          columns: cells.map((_, i) => ({ key: String(i), label: `c${i}` })),
          rows: [Object.fromEntries(cells.map((cell, i) => [String(i), cell]))],
        };
        const text = tableToText(table, { width });
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        for (const cell of cells) expect(text).toContain(cell);
      }),
    );
  });
});
