import { describe, expect, it } from 'vitest';
import type { Scores } from '../../core/index.ts';
import { scoresTable } from './scores-table.ts';

const scores = (bleu4: number | null): Scores => ({
  benchmark: 'text',
  items: 2,
  corpus: { bleu4, cider: 1.2 },
  signatures: { bleu4: 'bleu|tok:coco', cider: 'cider|tok:coco' },
  intervals: { cider: [1, 1.5] },
  perItem: [],
});

describe('scoresTable', () => {
  it('shows one system with signatures, a metric a line', () => {
    const lines = scoresTable([{ name: 'a', scores: scores(0.25) }]).split('\n');
    expect(lines.find((line) => line.startsWith('bleu4'))).toMatch(/25\.00\s+bleu\|tok:coco/);
    expect(lines.find((line) => line.startsWith('cider'))).toContain('12.00 [10.00, 15.00]');
    expect(lines.at(-1)).toBe('2 items; ×100; cider ×10');
  });

  it('shows several systems, a system a line', () => {
    const lines = scoresTable([
      { name: 'one', scores: scores(0.25) },
      { name: 'two', scores: scores(null) },
    ]).split('\n');
    expect(lines.find((line) => line.startsWith('one'))).toContain('25.00');
    expect(lines.find((line) => line.startsWith('two'))).toContain('–');
  });

  it('shows what chance would score, where a metric knows it', () => {
    const known = { ...scores(0.25), chance: { bleu4: 0.125 } };
    const alone = scoresTable([{ name: 'one', scores: known }]).split('\n');
    expect(alone.find((line) => line.startsWith('bleu4'))).toMatch(/25\.00\s+12\.50\s+bleu/);
    const both = scoresTable([
      { name: 'one', scores: known },
      { name: 'two', scores: known },
    ]).split('\n');
    expect(both.filter((line) => line.startsWith('chance'))).toHaveLength(1);
    expect(both.find((line) => line.startsWith('chance'))).toMatch(/12\.50\s+–/);
  });
});
