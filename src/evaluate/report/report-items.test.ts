import { describe, expect, it } from 'vitest';
import type { Item } from '../../core/index.ts';
import { choiceRows } from './report-items.ts';

const item: Item = { id: '1', input: { start: 'The dog', endings: ['flies', 'barks'] }, references: ['B'], meta: {} };

describe('the choices of an item', () => {
  it('have labels, and the right one is marked', () => {
    expect(choiceRows(item, { choices: () => ['flies', 'barks'] })).toEqual([
      { label: 'A', text: 'flies' },
      { label: 'B', text: 'barks', right: true },
    ]);
  });

  it('are not there where the benchmark has none', () => {
    expect(choiceRows(item, {})).toBeUndefined();
  });
});
