/** The facts of the tables, one record for each: which table and row it is from, and the words that fill a template. */
import { continents, countries, languages, type TCountryCode } from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { placeOf } from './countries.ts';
import { HEMISPHERES, SEASON_MONTHS, WELL_KNOWN } from './own-tables.ts';

export type Fact = { family: string; table: string; row: string; licence: string; slots: Record<string, string> };

const SIDES = ['north', 'south'] as const;

/** Everyday English says "the yen" and "the pound", not "Japanese Yen" and "British Pound". */
export function currencyOf(code: TCountryCode): string {
  const [first = ''] = countries[code].currency;
  const name = currencies[first as keyof typeof currencies].name.toLowerCase();
  return name.split(' ').at(-1) ?? name;
}

/** The first language in the table, which is the main one. */
export function languageOf(code: TCountryCode): string {
  const [first = 'en'] = countries[code].languages;
  return languages[first].name;
}

function cellOf(relation: keyof typeof WELL_KNOWN, code: TCountryCode): string {
  if (relation === 'capital') return countries[code].capital;
  if (relation === 'continent') return continents[countries[code].continent];
  return relation === 'currency' ? currencyOf(code) : languageOf(code);
}

function packageFacts(): Fact[] {
  return (Object.keys(WELL_KNOWN) as (keyof typeof WELL_KNOWN)[]).flatMap((relation) =>
    WELL_KNOWN[relation].map((code) => ({
      family: relation,
      table: `countries-list/countries.${relation === 'language' ? 'languages' : relation}`,
      row: code,
      licence: 'MIT',
      slots: { place: placeOf(code), [relation]: cellOf(relation, code) },
    })),
  );
}

function hemisphereFacts(): Fact[] {
  return SIDES.flatMap((side) =>
    HEMISPHERES[side].map((code) => ({
      family: 'hemisphere',
      table: 'own-tables/HEMISPHERES',
      row: code,
      licence: 'CC0-1.0',
      slots: { place: placeOf(code), side },
    })),
  );
}

function seasonFacts(): Fact[] {
  return SEASON_MONTHS.flatMap((sides, index) =>
    SIDES.flatMap((side) =>
      sides[side].countries.map((code) => ({
        family: `season-${index + 1}`,
        table: 'own-tables/SEASON_MONTHS',
        row: `${code}+${sides[side].month}`,
        licence: 'CC0-1.0',
        slots: { place: placeOf(code), month: sides[side].month, season: sides[side].season },
      })),
    ),
  );
}

export function listFacts(): Fact[] {
  return [...packageFacts(), ...hemisphereFacts(), ...seasonFacts()];
}
