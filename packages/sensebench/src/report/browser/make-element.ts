/** Makes elements for the pages' scripts. Text is never parsed as markup, and control characters are made visible. */
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

/** A select box that filters a list by a value, with numbers in numeric order. Its value is an index, or empty for all. */
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
