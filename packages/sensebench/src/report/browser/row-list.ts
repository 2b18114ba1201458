/** A long list with the selected row described beside it, with keyboard navigation and links. Only visible rows are drawn. */
import { make } from './make-element.ts';

/** The height of a row in pixels, as in the style. */
const ROW = 56;
/** The number of rows drawn above and below the visible ones. */
const MARGIN = 4;
const LONGEST_LINE = 200;

export interface RowListOptions {
  /** The prefix of the ids of its elements: `items-list`. */
  id: string;
  /** The name of the rows: items. */
  noun: string;
  total: number;
  /** The rows that are available before the browser has read the whole page. */
  first: number[];
  /** The name in addresses: `#item=…` selects a row. */
  address: string;
  /** The rows to list, in order. */
  choose(): number[];
  /** The two lines of a row: left and right part of the first, and the second. */
  line(place: number): { head: string; side: string; text: string };
  describe(place: number): Node[];
  nameOf(place: number): string;
  /** Undefined if no row has that name. */
  placeOf(name: string): number | undefined;
  /** Resets search and filters, so that a linked row is in the list. */
  clear(): void;
}

export interface RowList {
  refresh(): void;
  /** The listed rows. */
  shown(): readonly number[];
}

/** Over 100 lines, because all event handlers share the state of one list: the listed rows and the selection. */
export function createRowList(page: Document, options: RowListOptions): RowList {
  const { id, noun, total, first, address, choose, line, describe, nameOf, placeOf, clear } = options;
  const element = (name: string) => page.getElementById(`${id}-${name}`) as HTMLElement;
  const [list, space, detail, count] = [element('list'), element('space'), element('detail'), element('count')];
  let shown: number[] = [];
  let chosen = -1;

  function refresh(): void {
    const reading = page.readyState === 'loading';
    shown = reading ? first : choose();
    const all = `${total.toLocaleString('en')} ${noun}`;
    count.textContent = reading ? `reading ${all} …` : `${shown.length.toLocaleString('en')} of ${all}`;
    space.style.height = `${shown.length * ROW}px`;
    list.scrollTop = 0;
    show(shown.length > 0 ? 0 : -1);
  }

  function draw(): void {
    const from = Math.max(0, Math.floor(list.scrollTop / ROW) - MARGIN);
    const to = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + MARGIN);
    space.replaceChildren(...shown.slice(from, to).map((_, i) => drawRow(from + i)));
    // The selected row is not in the document if it is not visible.
    if (chosen >= from && chosen < to) list.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    else list.removeAttribute('aria-activedescendant');
  }

  function drawRow(place: number): HTMLElement {
    const { head, side, text } = line(shown[place]);
    const row = make(page, 'div', undefined, 'item-row');
    row.id = `${id}-${place}`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(place === chosen));
    row.setAttribute('aria-posinset', String(place + 1));
    row.setAttribute('aria-setsize', String(shown.length));
    row.style.top = `${place * ROW}px`;
    const first = make(page, 'b');
    first.append(make(page, 'span', head.slice(0, LONGEST_LINE)), make(page, 'span', side));
    row.append(first, make(page, 'p', text.slice(0, LONGEST_LINE)));
    row.addEventListener('click', () => show(place));
    return row;
  }

  /** Selects and describes the row at an index of the list; -1 for none. */
  function show(place: number): void {
    chosen = place;
    draw();
    detail.replaceChildren(...(place >= 0 ? describe(shown[place]) : [make(page, 'p', `None of the ${noun} fits.`, 'note')]));
    if (place < 0) return;
    const link = make(page, 'a', 'link', 'item-link');
    link.href = `#${address}=${encodeURIComponent(nameOf(shown[place]).toWellFormed())}`;
    link.title = `address of this one of the ${noun}`;
    detail.querySelector('h3')?.append(' ', link);
    detail.scrollTop = 0;
  }

  function scrollTo(place: number): void {
    if (place * ROW < list.scrollTop) list.scrollTop = place * ROW;
    else if ((place + 1) * ROW > list.scrollTop + list.clientHeight) list.scrollTop = (place + 1) * ROW - list.clientHeight;
  }

  function walk(event: KeyboardEvent): void {
    const far = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
    const steps: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + far,
      PageUp: chosen - far,
      Home: 0,
      End: shown.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || shown.length === 0) return;
    event.preventDefault();
    const place = Math.min(shown.length - 1, Math.max(0, to));
    scrollTo(place);
    show(place);
  }

  /** Selects the row in the address of the page, if it is a row of this list. */
  function follow(): void {
    const given = page.defaultView?.location.hash ?? '';
    if (!given.startsWith(`#${address}=`)) return;
    const name = decode(given.slice(address.length + 2));
    const place = placeOf(name);
    if (place === undefined) {
      count.textContent = `${name} is not on this page`;
      return;
    }
    if (!shown.includes(place)) {
      clear();
      refresh();
    }
    scrollTo(shown.indexOf(place));
    show(shown.indexOf(place));
    element('browser').scrollIntoView();
  }

  // The element is a list box only with this script.
  list.setAttribute('role', 'listbox');
  list.tabIndex = 0;
  list.setAttribute('aria-label', `${list.dataset.label}; arrow keys move, the chosen one is shown beside`);
  list.addEventListener('scroll', draw, { passive: true });
  list.addEventListener('keydown', walk);
  page.defaultView?.addEventListener('resize', draw);
  page.defaultView?.addEventListener('hashchange', follow);
  refresh();
  if (page.readyState === 'loading') {
    page.addEventListener('DOMContentLoaded', () => {
      refresh();
      follow();
    });
  } else follow();
  return { refresh, shown: () => shown };
}

/** Returns malformed addresses as they are. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
