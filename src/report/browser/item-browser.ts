/** The script of a report's item browser: search, filter and sort many thousands of items. Only the rows in sight are in the page. */
import { createRowChooser, type RowOrder } from './choose-rows.ts';
import { describeItem, make, showScore } from './item-detail.ts';
import type { ReportRows } from './report-rows.ts';
import { rowsToCsv } from './rows-csv.ts';

/** Pixels of a row, as in the style. */
const ROW = 56;
/** Rows drawn above and below those in sight. */
const MARGIN = 4;
const LONGEST_LINE = 200;

const element = (name: string) => document.getElementById(`items-${name}`) as HTMLElement;
const input = (name: string) => element(name) as HTMLInputElement;
const select = (name: string) => element(name) as HTMLSelectElement;

const data = JSON.parse(element('data').textContent ?? '') as ReportRows;
const { items, runs, outputs, groups } = data;
const [search, onlyMissing] = [input('search'), input('missing')];
const [outputBox, runBox, orderBox] = [select('output'), select('run'), select('order')];
const [list, space, detail, count] = [element('list'), element('space'), element('detail'), element('count')];
const choose = createRowChooser(items);

let shown: number[] = [];
let chosen = -1;

function addOption(box: HTMLSelectElement, value: string, text: string): void {
  const option = make(document, 'option', text);
  option.value = value;
  box.append(option);
}

/** A box for each breakdown with more than one group; numbers in their own order. */
function addGroupBoxes(): { box: HTMLSelectElement; group: number }[] {
  return groups.flatMap(({ name, values }, group) => {
    if (values.length < 2) return [];
    const label = make(document, 'label', `${name} `);
    const box = make(document, 'select');
    addOption(box, '', 'all');
    const sorted = values.map((value, place) => ({ value, place }));
    sorted.sort((a, b) => Number(a.value) - Number(b.value) || (a.value < b.value ? -1 : 1));
    for (const { value, place } of sorted) addOption(box, String(place), value);
    label.append(box);
    element('groups').append(label);
    box.addEventListener('change', refresh);
    return [{ box, group }];
  });
}

function refresh(): void {
  shown = choose({
    words: search.value.split(/\s+/).filter(Boolean),
    output: Number(outputBox.value),
    run: Number(runBox.value),
    order: orderBox.value as RowOrder,
    groups: groupBoxes.filter(({ box }) => box.value !== '').map(({ box, group }) => ({ group, value: Number(box.value) })),
    onlyMissing: onlyMissing.checked,
  });
  count.textContent = `${shown.length.toLocaleString('en')} of ${items.length.toLocaleString('en')} items`;
  space.style.height = `${shown.length * ROW}px`;
  list.scrollTop = 0;
  show(shown.length > 0 ? 0 : -1);
}

function draw(): void {
  const from = Math.max(0, Math.floor(list.scrollTop / ROW) - MARGIN);
  const to = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + MARGIN);
  space.replaceChildren(...shown.slice(from, to).map((_, i) => drawRow(from + i)));
}

function drawRow(place: number): HTMLElement {
  const { input: given, answers } = items[shown[place]];
  const output = Number(outputBox.value);
  const row = make(document, 'div', undefined, 'item-row');
  row.id = `item-${place}`;
  row.setAttribute('role', 'option');
  row.setAttribute('aria-selected', String(place === chosen));
  row.setAttribute('aria-posinset', String(place + 1));
  row.setAttribute('aria-setsize', String(shown.length));
  row.style.top = `${place * ROW}px`;
  const head = make(document, 'b');
  const scores = answers.map((answer) => showScore(outputs[output], answer.scores[output])).join(' · ');
  head.append(make(document, 'span', given.slice(0, LONGEST_LINE)), make(document, 'span', scores));
  row.append(head, make(document, 'p', answers[Number(runBox.value)].text.slice(0, LONGEST_LINE)));
  row.addEventListener('click', () => show(place));
  return row;
}

/** Chooses the item at a place of the list and describes it; -1 for none. */
function show(place: number): void {
  chosen = place;
  draw();
  if (place >= 0) list.setAttribute('aria-activedescendant', `item-${place}`);
  else list.removeAttribute('aria-activedescendant');
  detail.replaceChildren(
    ...(place >= 0 ? describeItem(document, data, items[shown[place]]) : [make(document, 'p', 'No item fits.', 'note')]),
  );
}

function scrollTo(place: number): void {
  if (place * ROW < list.scrollTop) list.scrollTop = place * ROW;
  else if ((place + 1) * ROW > list.scrollTop + list.clientHeight) list.scrollTop = (place + 1) * ROW - list.clientHeight;
}

function walk(event: KeyboardEvent): void {
  const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
  const steps: Record<string, number> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen - 1,
    PageDown: chosen + page,
    PageUp: chosen - page,
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

function download(): void {
  const link = make(document, 'a');
  link.href = URL.createObjectURL(new Blob([rowsToCsv(data, shown)], { type: 'text/csv' }));
  link.download = 'items.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

for (const [i, { name }] of outputs.entries()) addOption(outputBox, String(i), name);
for (const [i, name] of runs.entries()) addOption(runBox, String(i), name);
if (runs.length === 1) {
  (runBox.parentElement as HTMLElement).hidden = true;
  orderBox.querySelector('[value=apart]')?.remove();
}
if (!items.some(({ answers }) => answers.some(({ sought }) => sought))) (onlyMissing.parentElement as HTMLElement).hidden = true;
const groupBoxes = addGroupBoxes();
search.addEventListener('input', refresh);
for (const box of [outputBox, runBox, orderBox, onlyMissing]) box.addEventListener('change', refresh);
list.addEventListener('scroll', draw, { passive: true });
list.addEventListener('keydown', walk);
element('csv').addEventListener('click', download);
window.addEventListener('resize', draw);
refresh();
