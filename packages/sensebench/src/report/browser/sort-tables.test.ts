import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { sortTables } from './sort-tables.ts';

const { document } = parseHTML(`<table class="sortable"><thead><tr><th>System</th><th class="number">f1</th></tr></thead><tbody>
<tr><th>b</th><td>9.50 [8.00, 11.00]</td></tr><tr><th>a</th><td>–</td></tr><tr><th>c</th><td>1,000.00</td></tr></tbody></table>`);
sortTables(document);
const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
const click = (column: number) =>
  document.querySelectorAll('button')[column].dispatchEvent(new (document.defaultView as unknown as typeof globalThis).Event('click'));
const order = (column: number) => document.querySelectorAll('thead th')[column].getAttribute('aria-sort');

describe('a sorted table', () => {
  it('has numbers by size, highest first, then lowest, then the given order; what is undefined stays last', () => {
    click(1);
    expect([names(), order(1)]).toEqual([['c', 'b', 'a'], 'descending']);
    click(1);
    expect([names(), order(1)]).toEqual([['b', 'c', 'a'], 'ascending']);
    click(1);
    expect([names(), order(1)]).toEqual([['b', 'a', 'c'], null]);
  });

  it('has texts by letters', () => {
    click(0);
    expect([names(), order(0), order(1)]).toEqual([['a', 'b', 'c'], 'ascending', null]);
  });
});
