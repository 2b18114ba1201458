/** The script of a report's item browser, with search, filters and sorting for many thousands of items. */
import { createRowChooser, type RowOrder, searchText } from './choose-rows.ts';
import { describeItem, showScore } from './item-detail.ts';
import { addOption, make, makeFilter } from './make-element.ts';
import { openItems } from './open-items.ts';
import type { ItemRow, ReportRows } from './report-rows.ts';
import { firstPlaces, placeIn } from './row-blocks.ts';
import { createRowList } from './row-list.ts';
import { rowsToCsv } from './rows-csv.ts';
import { BEFORE_SEARCH_MS, createSearchTexts } from './search-texts.ts';
import { sortTables } from './sort-tables.ts';

const element = (name: string) => document.getElementById(`items-${name}`) as HTMLElement;
const input = (name: string) => element(name) as HTMLInputElement;
const select = (name: string) => element(name) as HTMLSelectElement;

const data = JSON.parse(element('data').textContent ?? '') as ReportRows;
const { count, runs, outputs, groups } = data;
const items = openItems(data, () => JSON.parse(element('blocks').textContent ?? '') as string[]);
const texts = createSearchTexts(count, (place) => searchText(items.itemAt(place).item));
const [search, onlyMissing, onlyDiffering] = [input('search'), input('missing'), input('differ')];
const [outputBox, runBox, orderBox] = [select('output'), select('run'), select('order')];
const choose = createRowChooser(items, texts);

for (const [i, { name }] of outputs.entries()) addOption(document, outputBox, String(i), name);
for (const [i, name] of runs.entries()) addOption(document, runBox, String(i), name);
if (runs.length === 1) {
  hide(runBox);
  hide(onlyDiffering);
  orderBox.querySelector('[value=apart]')?.remove();
}
if (!items.columns.missing) hide(onlyMissing);

/** A filter for each breakdown with more than one group. */
const groupBoxes = groups.flatMap(({ name, values }, group) => {
  if (values.length < 2) return [];
  const { label, box } = makeFilter(document, name, values);
  element('groups').append(label);
  return [{ box, group }];
});

const list = createRowList(document, {
  id: 'items',
  noun: 'items',
  address: 'item',
  total: count,
  first: firstPlaces(count),
  nameOf: (place) => items.itemAt(place).item.id,
  placeOf: (name) => placeIn(items.columns.ids(), name),
  choose: () =>
    choose({
      words: search.value.split(/\s+/).filter(Boolean),
      output: Number(outputBox.value),
      run: Number(runBox.value),
      order: orderBox.value as RowOrder,
      groups: groupBoxes.filter(({ box }) => box.value !== '').map(({ box, group }) => ({ group, value: Number(box.value) })),
      onlyMissing: onlyMissing.checked,
      onlyDiffering: onlyDiffering.checked,
    }),
  line: (place) => {
    const { input: given, answers } = items.itemAt(place).item;
    const output = Number(outputBox.value);
    const side = answers.map((answer) => showScore(outputs[output], answer.scores[output])).join(' · ');
    return { head: given, side, text: answers[Number(runBox.value)].text };
  },
  describe: (place) => describeItem(document, data, items.itemAt(place)),
  clear: () => {
    search.value = '';
    for (const { box } of groupBoxes) box.value = '';
    for (const box of [onlyMissing, onlyDiffering]) box.checked = false;
  },
});

/** Hides a control with its label. */
function hide(control: HTMLElement): void {
  (control.parentElement as HTMLElement).hidden = true;
}

function* shownItems(): Generator<ItemRow> {
  for (const place of list.shown()) yield items.itemAt(place).item;
}

function download(): void {
  const link = make(document, 'a');
  link.href = URL.createObjectURL(new Blob([rowsToCsv(data, shownItems())], { type: 'text/csv' }));
  link.download = 'items.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

search.addEventListener('input', list.refresh);
window.addEventListener('load', () => setTimeout(texts.prepare, BEFORE_SEARCH_MS));
for (const box of [outputBox, runBox, orderBox, onlyMissing, onlyDiffering, ...groupBoxes.map((group) => group.box)])
  box.addEventListener('change', list.refresh);
element('csv').addEventListener('click', download);
sortTables(document);
