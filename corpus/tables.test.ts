import { readFileSync } from 'node:fs';
import { continents, countries, type TCountryCode } from 'countries-list';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nameOf } from './tables/countries.ts';
import { currencyOf, languageOf } from './tables/facts.ts';
import { HEMISPHERES, SEASON_MONTHS } from './tables/own-tables.ts';
import { makeStatements } from './tables/statements.ts';

const text = readFileSync(new URL('./tables/statements.jsonl', import.meta.url), 'utf8');
const rowSchema = z.strictObject({
  id: z.string().regex(/^tables::train::[a-z]+(-\d)?-[A-Z]{2}(\+\w+)?$/),
  statement: z.string().regex(/^[A-Z].*[^.]\.$/),
  table: z.string().min(1),
  row: z.string().regex(/^[A-Z]{2}(\+\w+)?$/),
  licence: z.enum(['MIT', 'CC0-1.0']),
  template: z.string().regex(/^[a-z]+(-\d)?-\d$/),
});
const rows = text
  .trimEnd()
  .split('\n')
  .map((line) => rowSchema.parse(JSON.parse(line)));

/** The words that the table itself says must be in the statement. */
function expectedWords({ table, row }: z.infer<typeof rowSchema>): string[] {
  const [first = '', month = ''] = row.split('+');
  const code = first as TCountryCode;
  const country = countries[code];
  switch (table) {
    case 'countries-list/countries.capital':
      return [country.capital];
    case 'countries-list/countries.continent':
      return [continents[country.continent]];
    case 'countries-list/countries.currency':
      return [currencyOf(code)];
    case 'countries-list/countries.languages':
      return [languageOf(code)];
    case 'own-tables/HEMISPHERES':
      return [HEMISPHERES.north.includes(code) ? 'north' : 'south'];
    default: {
      const side = HEMISPHERES.south.includes(code) ? 'south' : 'north';
      return [
        month,
        ...SEASON_MONTHS.map((sides) => sides[side])
          .filter((cell) => cell.month === month)
          .map((cell) => cell.season),
      ];
    }
  }
}

describe('the table statements', () => {
  it('are at least 120, with unique ids and no text twice', () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const normalized = rows.map((row) =>
      row.statement
        .toLowerCase()
        .replace(/\b(the|a|an)\b|[^\p{L}\p{N}+ ]/gu, '')
        .replace(/ +/g, ' '),
    );
    expect(new Set(normalized).size).toBe(rows.length);
  });

  it('use no template for more than 7% of the rows', () => {
    const counts = new Map<string, number>();
    for (const { template } of rows) counts.set(template, (counts.get(template) ?? 0) + 1);
    expect(Math.max(...counts.values()) / rows.length).toBeLessThanOrEqual(0.07);
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
    const unnamed = rows.filter(({ row, statement }) => !statement.includes(nameOf(row.slice(0, 2) as TCountryCode)));
    expect(unnamed).toEqual([]);
    for (const { statement } of rows)
      expect(statement).not.toMatch(/(?<!\b[Tt]he )\b(Netherlands|United States|United Kingdom|Philippines)\b/);
  });

  it('say different things of two countries within a season table, so that neither place nor month can be changed', () => {
    for (const { north, south } of SEASON_MONTHS) {
      expect(north.month).not.toBe(south.month);
      expect(north.season).not.toBe(south.season);
    }
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
