import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getCountry, getTimezone } from 'countries-and-timezones';
import { continents, countries, languages, type TCountryCode } from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nameOf } from './tables/countries.ts';
import { HEMISPHERES, NATIONAL_HOLIDAYS, SEASON_MONTHS } from './tables/own-tables.ts';
import { makeStatements } from './tables/statements.ts';

const load = createRequire(import.meta.url);
const weekData = load('cldr-core/supplemental/weekData.json').supplemental.weekData;
const text = readFileSync(new URL('./tables/statements.jsonl', import.meta.url), 'utf8');
const rowSchema = z.strictObject({
  id: z.string().regex(/^tables::train::\d+$/),
  statement: z.string().regex(/^[A-ZÀ-Þ].*[^.]\.$|^[A-ZÀ-Þ].*[ap]\.m\.$/u),
  table: z.string().min(1),
  row: z.string().regex(/^[A-Z]{2}(\+\w+)?$/),
  licence: z.enum(['MIT', 'Unicode-3.0', 'CC0-1.0']),
  template: z.string().regex(/^[a-z-]+-\d$/),
});
const rows = text
  .trimEnd()
  .split('\n')
  .map((line) => rowSchema.parse(JSON.parse(line)));

const DAYS: Record<string, string> = { mon: 'Monday', fri: 'Friday', sat: 'Saturday', sun: 'Sunday' };
const WORDS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'];

function hoursOf(code: string): number {
  return getTimezone(getCountry(code)!.timezones[0]!)!.utcOffset / 60;
}

/** The words that the table itself says must stand in the statement. */
function expectedWords({ table, row }: z.infer<typeof rowSchema>): string[] {
  const [first = '', second = ''] = row.split('+');
  const code = first as TCountryCode;
  const country = countries[code];
  const of = (column: string): string[] => {
    if (column === 'capital') return [country.capital.replace('Washington D.C.', 'Washington, D.C.')];
    if (column === 'continent') return [continents[country.continent]];
    if (column === 'currency') return [currencies[country.currency[0]!].name.replace('&', 'and')];
    if (column === 'languages') return country.languages.map((language) => languages[language].name);
    return [`+${country.phone[0]}`];
  };
  if (table.startsWith('countries-list/countries.')) return table.slice(25).split('+').flatMap(of);
  if (table === 'cldr-core/weekData.firstDay') return [DAYS[weekData.firstDay[code]]!];
  if (table === 'cldr-core/weekData.weekendStart')
    return [DAYS[weekData.weekendStart[code] ?? 'sat']!, DAYS[weekData.weekendEnd[code] ?? 'sun']!];
  if (table === 'own-tables/NATIONAL_HOLIDAYS') return [NATIONAL_HOLIDAYS[code]!];
  if (table === 'own-tables/HEMISPHERES') return [HEMISPHERES.north.includes(code) ? 'north' : 'south'];
  if (table === 'own-tables/SEASON_MONTHS') return [SEASON_MONTHS[HEMISPHERES.north.includes(code) ? 'north' : 'south'][second]!];
  if (second === '') return [`${WORDS[Math.abs(hoursOf(code))]} hour`, hoursOf(code) > 0 ? 'ahead of' : 'behind'];
  const hour = 12 + hoursOf(second) - hoursOf(code);
  return [
    country.capital,
    countries[second as TCountryCode].capital,
    hour === 0 ? 'midnight' : hour < 12 ? `${hour} a.m.` : `${hour - 12} p.m.`,
  ];
}

describe('the table statements', () => {
  it('are at least 1,700, with unique ids and no text twice', () => {
    expect(rows.length).toBeGreaterThanOrEqual(1700);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const normalized = rows.map((row) =>
      row.statement
        .toLowerCase()
        .replace(/\b(the|a|an)\b|[^\p{L}\p{N}+ ]/gu, '')
        .replace(/ +/g, ' '),
    );
    expect(new Set(normalized).size).toBe(rows.length);
  });

  it('use no template for more than 5% of the rows', () => {
    const counts = new Map<string, number>();
    for (const { template } of rows) counts.set(template, (counts.get(template) ?? 0) + 1);
    expect(Math.max(...counts.values()) / rows.length).toBeLessThanOrEqual(0.05);
  });

  it('are what the generator writes', () => {
    expect(makeStatements()).toEqual(rows);
  });

  it('agree with their tables', () => {
    for (const row of rows) {
      const statement = row.statement.toLowerCase();
      for (const words of expectedWords(row)) expect(statement, row.id).toContain(words.toLowerCase());
    }
  });

  it('name the country of their row, with its article', () => {
    const unnamed = rows.filter(
      ({ template, row, statement }) =>
        !/^(capital-\D|noon)/.test(template) && !statement.includes(nameOf(row.slice(0, 2) as TCountryCode)),
    );
    expect(unnamed).toEqual([]);
    for (const { statement } of rows)
      expect(statement).not.toMatch(/(?<!\b[Tt]he )\b(Netherlands|United States|United Kingdom|Philippines|Bahamas)\b/);
  });

  it('carry the licence of their table', () => {
    for (const { table, licence } of rows) {
      const [source = ''] = table.split('/');
      const manifest = new URL(`../node_modules/${source}/package.json`, import.meta.url);
      const expected = source === 'own-tables' ? 'CC0-1.0' : JSON.parse(readFileSync(manifest, 'utf8')).license;
      expect(licence, table).toBe(expected);
    }
  });
});

describe('corpus/README.md', () => {
  it('states how many rows each file has', () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    const stated = [...readme.matchAll(/^\| ((?:qa|tables)\/[\w.-]+) \|[^|]*\| (\d+) \|/gm)];
    expect(stated.length).toBe(6);
    for (const [, file, count] of stated) {
      const lines = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
        .trimEnd()
        .split('\n');
      expect(lines.length, file).toBe(Number(count));
    }
  });

  it('lists every table package and licence in use', () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    for (const { table, licence } of rows) {
      expect(readme).toContain(table.split('/')[0]);
      expect(readme).toContain(licence);
    }
  });
});
