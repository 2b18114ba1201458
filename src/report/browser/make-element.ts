/** Elements made by the pages' scripts. Text enters as text, never as markup, with control characters shown and not obeyed. */
import { showMarks } from '../escape.ts';

export function make<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  text?: string,
  name?: string,
): HTMLElementTagNameMap[K] {
  const element = page.createElement(tag);
  if (text !== undefined) element.textContent = showMarks(text);
  if (name) element.className = name;
  return element;
}

export function addOption(page: Document, box: HTMLSelectElement, value: string, text: string): void {
  const option = make(page, 'option', text);
  option.value = value;
  box.append(option);
}

/** A box that narrows a list to one of some values; numbers in their own order. Its value is a place, or empty for all. */
export function makeFilter(page: Document, name: string, values: readonly string[]): { label: HTMLElement; box: HTMLSelectElement } {
  const label = make(page, 'label', `${name} `);
  const box = make(page, 'select');
  addOption(page, box, '', 'all');
  const sorted = values.map((value, place) => ({ value, place }));
  sorted.sort((a, b) => Number(a.value) - Number(b.value) || (a.value < b.value ? -1 : 1));
  for (const { value, place } of sorted) addOption(page, box, String(place), value);
  label.append(box);
  return { label, box };
}
