/** Statements from the facts of the tables: the templates of a family are taken in turn, so that none is used for more than 5% of the rows. */
import { type Fact, listFacts } from './facts.ts';

export type TableStatement = { id: string; statement: string; table: string; row: string; licence: string; template: string };

export const TEMPLATES: Record<string, readonly string[]> = {
  capital: [
    '{capital} is the capital of {place}.',
    'The government of {place} sits in {capital}.',
    'The capital city of {place} is called {capital}.',
    'Tourists who want to see the capital of {place} go to {capital}.',
    'Visitors to the capital of {place} arrive in {capital}.',
  ],
  continent: [
    '{place} is a country in {continent}.',
    'A map of {continent} shows {place}.',
    'Travelers who visit {place} are in {continent}.',
    'The people of {place} live in {continent}.',
  ],
  'capital-continent': [
    '{capital} is a city in {continent}.',
    'The streets of {capital} are in {continent}.',
    'A flight that lands in {capital} ends in {continent}.',
    'People who live in {capital} live in {continent}.',
  ],
  currency: [
    'The currency of {place} is the {currency}.',
    'Shops in {place} take the {currency}.',
    'Prices in {place} are given in the {currency}.',
    'Tourists change their money into the {currency} in {place}.',
  ],
  'capital-currency': [
    'Taxi drivers in {capital} are paid in the {currency}.',
    'A bank in {capital} hands out the {currency}.',
    'A cup of coffee in {capital} is paid for with the {currency}.',
    'Wages in {capital} are counted in the {currency}.',
  ],
  language: [
    '{language} is spoken in {place}.',
    'People in {place} can talk to each other in {language}.',
    'Someone who moves to {place} should learn {language}.',
    'Laws in {place} are written in {language}.',
  ],
  'capital-language': [
    'Road signs in {capital} are written in {language}.',
    'Newspapers in {capital} are printed in {language}.',
    'Teachers in {capital} give lessons in {language}.',
  ],
  'two-languages': ['{first} and {second} are both spoken in {place}.', 'Both {first} and {second} are used in {place}.'],
  'calling-code': [
    'The calling code of {place} is {phone}.',
    'Phone numbers in {place} start with {phone}.',
    'Callers from abroad dial {phone} to reach {place}.',
    'A call to {place} begins with {phone}.',
  ],
  clock: [
    'Clocks in {place} are {hours} {side} UTC.',
    'The time in {place} is {hours} {side} UTC all year.',
    'All year, {place} stays {hours} {side} Greenwich time.',
  ],
  noon: [
    'When it is noon in {capital}, it is {hour} in {other}.',
    'At noon in {capital}, clocks in {other} show {hour}.',
    'Noon in {capital} is {hour} in {other}.',
  ],
  'first-day': [
    'The week starts on {day} in {place}.',
    'Calendars in {place} begin the week with {day}.',
    'In {place}, {day} is the first day of the week on a calendar.',
    'Wall calendars in {place} put {day} in the first column.',
  ],
  weekend: [
    'The weekend in {place} is {start} and {end}.',
    'Most office workers in {place} rest on {start} and {end}.',
    'Government offices in {place} are usually closed on {start} and {end}.',
  ],
  holiday: [
    '{date} is a national holiday in {place}.',
    'People in {place} celebrate a national holiday on {date}.',
    'Flags fly in {place} on {date} for a national holiday.',
    'In {place}, a national holiday falls on {date}.',
  ],
  hemisphere: [
    '{place} lies {side} of the equator.',
    '{place} is in the {hemisphere}.',
    'The equator does not cross {place}, which lies to its {side}.',
    'A traveler in {place} is {side} of the equator.',
  ],
  season: [
    'In {place}, {month} falls in {season}.',
    '{month} is a month of {season} in {place}.',
    'It is {season} in {place} in {month}.',
    'People in {place} think of {month} as part of {season}.',
  ],
};

function fill(template: string, { slots, row }: Fact): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`${row} has no ${name} for "${template}"`);
    return value;
  });
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.\.$/, '.');
}

export function makeStatements(): TableStatement[] {
  const used = new Map<string, number>();
  return listFacts().map((fact, index) => {
    const templates = TEMPLATES[fact.family] ?? [];
    const turn = used.get(fact.family) ?? 0;
    used.set(fact.family, turn + 1);
    const number = turn % templates.length;
    return {
      id: `tables::train::${index + 1}`,
      statement: fill(templates[number] ?? '', fact),
      table: fact.table,
      row: fact.row,
      licence: fact.licence,
      template: `${fact.family}-${number + 1}`,
    };
  });
}
