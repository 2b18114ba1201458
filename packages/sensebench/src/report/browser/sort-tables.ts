/** Makes tables sortable by clicking a column header, or by pressing Enter on it. */
import { make } from './make-element.ts';

export function sortTables(page: Document): void {
  for (const table of page.querySelectorAll('table.sortable')) makeSortable(page, table);
}

function makeSortable(page: Document, table: Element): void {
  const body = table.querySelector('tbody');
  const heads = [...table.querySelectorAll('thead th')];
  const given = [...table.querySelectorAll('tbody tr')];
  for (const [column, head] of heads.entries()) {
    const button = make(page, 'button', head.textContent ?? '', 'sort');
    button.type = 'button';
    button.title = 'sort by this column';
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const first = head.classList.contains('number') ? 'descending' : 'ascending';
      const other = first === 'descending' ? 'ascending' : 'descending';
      const now = head.getAttribute('aria-sort');
      // A third click restores the original order.
      const next = now === null ? first : now === first ? other : null;
      for (const each of heads) each.removeAttribute('aria-sort');
      if (next) head.setAttribute('aria-sort', next);
      body?.append(...(next ? sortRows(given, column, next === 'descending' ? -1 : 1) : given));
    });
  }
}

/** Sorts numbers numerically and texts alphabetically, with empty cells last. */
function sortRows(rows: readonly Element[], column: number, sign: 1 | -1): Element[] {
  const keyed = rows.map((row, place) => {
    const text = row.children[column]?.textContent?.trim() ?? '';
    const number = Number.parseFloat(text.replaceAll(',', ''));
    return { row, place, text, number: Number.isNaN(number) ? null : number, empty: text === '' || text === '–' };
  });
  keyed.sort((a, b) => {
    if (a.empty || b.empty) return Number(a.empty) - Number(b.empty) || a.place - b.place;
    const order = a.number !== null && b.number !== null ? a.number - b.number : a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
    return sign * order || a.place - b.place;
  });
  return keyed.map(({ row }) => row);
}
