/** Statements from the facts of the tables: the templates of a family are taken in turn. */
import { type Fact, listFacts } from './facts.ts';

export type TableStatement = { id: string; statement: string; table: string; row: string; licence: string; template: string };

export const TEMPLATES: Record<string, readonly string[]> = {
  capital: [
    '{capital} is the capital of {place}.',
    'Ministers of {place} have their offices in {capital}.',
    'Most ambassadors to {place} have a house in {capital}.',
    'Tourists who want to see the capital of {place} go to {capital}.',
    'The president or prime minister of {place} works in {capital}.',
    'Most ministries of {place} are in {capital}.',
  ],
  continent: [
    'Geography books list {place} under {continent}.',
    'A flight to {place} ends in {continent}.',
    'The map of {continent} shows {place}.',
  ],
  currency: [
    'The currency of {place} is the {currency}.',
    'Prices in {place} are given in the {currency}.',
    'Wages in {place} are counted in the {currency}.',
  ],
  language: [
    'Most people in {place} grow up with {language}.',
    'Laws in {place} are written in {language}.',
    'Babies in {place} say their first words in {language}.',
  ],
  hemisphere: ['{place} lies {side} of the equator.', 'Sailors find {place} {side} of the equator.'],
  'season-1': ['For children in {place}, {month} falls in {season}.'],
  'season-2': ['It is {season} for gardeners in {place} in {month}.'],
  'season-3': ['For farmers in {place}, {season} includes {month}.'],
};

function fill(template: string, { slots, row }: Fact): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`${row} has no ${name} for "${template}"`);
    return value;
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The id names the family and the row, so that it stays when other rows come or go. */
export function makeStatements(): TableStatement[] {
  const used = new Map<string, number>();
  return listFacts().map((fact) => {
    const templates = TEMPLATES[fact.family] ?? [];
    const turn = used.get(fact.family) ?? 0;
    used.set(fact.family, turn + 1);
    const number = turn % templates.length;
    return {
      id: `tables::train::${fact.family}-${fact.row}`,
      statement: fill(templates[number] ?? '', fact),
      table: fact.table,
      row: fact.row,
      licence: fact.licence,
      template: `${fact.family}-${number + 1}`,
    };
  });
}
