/** The table of docs/metrics/intervals.md is what 6,000 draws of each case give, and every case keeps its promise. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageTable, INTERVALS_PAGE, withTable } from '../../../../../bench/coverage.ts';

describe('coverage of the intervals', () => {
  const table = coverageTable();
  it('is what the page says', () => {
    const page = readFileSync(INTERVALS_PAGE, 'utf8');
    expect(page).toBe(withTable(page, table));
  });
  it.each(table.split('\n').slice(2, -1))('%s is 90 or more', (row) => {
    expect(Number(row.split('|')[3])).toBeGreaterThanOrEqual(90);
  });
});
