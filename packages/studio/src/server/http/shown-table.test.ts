import { expect, it } from 'vitest';
import { shownTable } from './shown-table.ts';

it('writes cells as a terminal shows them, with what stands beside them', () => {
  const table = {
    caption: 'Agreement',
    columns: [
      { key: 'field', label: 'Field' },
      { key: 'kappa', label: 'κ', format: (value: unknown) => Number(value).toFixed(2) },
      { key: 'alpha', label: 'α' },
    ],
    rows: [
      { field: '<b>valid</b>', kappa: 0.761, alpha: null },
      { field: 'other', kappa: 1, alpha: 0.5 },
    ],
    aside: (row: object, { key }: { key: string }) => ('kappa' in row && row.kappa === 1 && key === 'kappa' ? '(0.9–1.0)' : undefined),
  };
  expect(shownTable(table)).toEqual({
    caption: 'Agreement',
    columns: [
      { label: 'Field', align: 'left' },
      { label: 'κ', align: 'right' },
      { label: 'α', align: 'right' },
    ],
    rows: [
      ['<b>valid</b>', '0.76', '–'],
      ['other', '1.00 (0.9–1.0)', '0.5000'],
    ],
  });
});
