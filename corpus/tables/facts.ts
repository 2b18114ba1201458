/** The facts of the tables, one record for each: which table and row it is from, and the words that fill a template. */
import { createRequire } from 'node:module';
import { getCountry, getTimezone } from 'countries-and-timezones';
import { continents, countries, languages, type TCountryCode } from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { type Country, listCountries, placeOf } from './countries.ts';
import { HEMISPHERES, NATIONAL_HOLIDAYS, SEASON_MONTHS, TEMPERATE } from './own-tables.ts';

export type Fact = { family: string; table: string; row: string; licence: string; slots: Record<string, string> };
type WeekData = { firstDay: Record<string, string>; weekendStart: Record<string, string>; weekendEnd: Record<string, string> };

const load = createRequire(import.meta.url);
const weekData: WeekData = load('cldr-core/supplemental/weekData.json').supplemental.weekData;

const DAYS: Record<string, string> = { mon: 'Monday', thu: 'Thursday', fri: 'Friday', sat: 'Saturday', sun: 'Sunday' };
const MIT = 'MIT';
const has = (list: string, code: string) => list.split(' ').includes(code);

/** Several capitals, a government elsewhere, a capital that is moving, or one that bears the name of its country. */
const UNCLEAR_CAPITAL = 'BI BJ BO CI DJ ID LK LU MC MY NL SG SM SZ ZA';
/** Countries that people place on different continents. */
const UNCLEAR_CONTINENT = 'AM AU AZ CY GE TL';
/** A change of currency in recent years, or one that is little used in daily life. */
const UNCLEAR_CURRENCY = 'BG HR LB SL VE ZW';
/** The package misses a main language, names it oddly, or the official language changed lately. */
const UNCLEAR_LANGUAGE = 'AF BF CF DZ ER GN GW HT ID IR KH KI LA MA MD ML MR MU MV MZ NE NO PG PH PW RW SB SO SS TD TL TO TV VU ZM';
/** Morocco sets its clocks back for Ramadan, which the table does not say. */
const UNCLEAR_CLOCK = 'MA';
/** Sources disagree on where the week begins. */
const UNCLEAR_FIRST_DAY = 'AF BH DJ DZ EG IQ IR JO KW LY MV OM QA SD';
/** The weekend of these follows other rules than the table's. */
const UNCLEAR_WEEKEND = 'AF BD BN DJ IN IR LB MR MV MY NP SO UG';

function capitalOf(code: TCountryCode): string | null {
  return has(UNCLEAR_CAPITAL, code) ? null : countries[code].capital.replace('Washington D.C.', 'Washington, D.C.');
}

function continentOf(code: TCountryCode): string | null {
  return has(UNCLEAR_CONTINENT, code) || 'continents' in countries[code] ? null : continents[countries[code].continent];
}

/** "Japanese Yen" is written "Japanese yen" in running text. */
function currencyOf(code: TCountryCode): string | null {
  const [only, ...others] = countries[code].currency;
  if (has(UNCLEAR_CURRENCY, code) || only === undefined || others.length > 0) return null;
  const words = currencies[only].name.replace('&', 'and').replace('Convertible Mark', 'convertible mark').split(' ');
  return [...words.slice(0, -1), words.at(-1)?.toLowerCase()].join(' ');
}

function languagesOf(code: TCountryCode): string[] {
  return has(UNCLEAR_LANGUAGE, code) ? [] : countries[code].languages.map((language) => languages[language].name);
}

/** Minutes ahead of UTC, for a country with one time zone and no summer time. */
function offsetOf(code: TCountryCode): number | null {
  if (has(UNCLEAR_CLOCK, code)) return null;
  const zones = getCountry(code)?.timezones ?? [];
  const zone = zones.length === 1 && zones[0] !== undefined ? getTimezone(zones[0]) : null;
  return zone && zone.utcOffset === zone.dstOffset ? zone.utcOffset : null;
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'];

function clockAt(hour: number): string {
  if (hour === 0) return 'midnight';
  return hour < 12 ? `${hour} a.m.` : `${hour - 12} p.m.`;
}

function countryFacts({ code, place }: Country): Fact[] {
  const fact = (family: string, table: string, licence: string, slots: Record<string, string | null>): Fact[] => {
    const filled = Object.entries(slots).filter((slot): slot is [string, string] => slot[1] !== null);
    return filled.length < Object.keys(slots).length
      ? []
      : [{ family, table, row: code, licence, slots: { place, ...Object.fromEntries(filled) } }];
  };
  const capital = capitalOf(code);
  const currency = currencyOf(code);
  const [first = null, second = null, third] = languagesOf(code);
  const only = second === null ? first : null;
  const two: Record<string, string | null> = { first, second: third === undefined ? second : null };
  const [phone = 0, ...otherPhones] = countries[code].phone;
  const offset = offsetOf(code);
  const whole = offset !== null && offset !== 0 && offset % 60 === 0 ? Math.abs(offset / 60) : null;
  const hours = whole === null ? null : `${NUMBERS[whole]} ${whole === 1 ? 'hour' : 'hours'}`;
  const firstDay = has(UNCLEAR_FIRST_DAY, code) ? undefined : weekData.firstDay[code];
  const weekend = has(UNCLEAR_WEEKEND, code) ? null : (weekData.weekendStart[code] ?? weekData.weekendStart['001'] ?? '');
  const weekendIsKnown = weekData.weekendStart[code] !== undefined || ['EU', 'NA', 'SA', 'OC'].includes(countries[code].continent);
  return [
    ...fact('capital', 'countries-list/countries.capital', MIT, { capital }),
    ...fact('continent', 'countries-list/countries.continent', MIT, { continent: continentOf(code) }),
    ...fact('capital-continent', 'countries-list/countries.capital+continent', MIT, { capital, continent: continentOf(code) }),
    ...fact('currency', 'countries-list/countries.currency', MIT, { currency }),
    ...fact('capital-currency', 'countries-list/countries.capital+currency', MIT, { capital, currency }),
    ...fact('language', 'countries-list/countries.languages', MIT, { language: only }),
    ...fact('capital-language', 'countries-list/countries.capital+languages', MIT, { capital, language: only }),
    ...fact('two-languages', 'countries-list/countries.languages', MIT, two),
    ...fact('calling-code', 'countries-list/countries.phone', MIT, {
      phone: otherPhones.length === 0 && phone < 1000 ? `+${phone}` : null,
    }),
    ...fact('clock', 'countries-and-timezones/timezones.utcOffset', MIT, { hours, side: (offset ?? 0) > 0 ? 'ahead of' : 'behind' }),
    ...fact('first-day', 'cldr-core/weekData.firstDay', 'Unicode-3.0', { day: firstDay === undefined ? null : (DAYS[firstDay] ?? null) }),
    ...fact('weekend', 'cldr-core/weekData.weekendStart', 'Unicode-3.0', {
      start: weekendIsKnown && weekend !== null ? (DAYS[weekend] ?? null) : null,
      end: DAYS[weekData.weekendEnd[code] ?? weekData.weekendEnd['001'] ?? ''] ?? null,
    }),
    ...fact('holiday', 'own-tables/NATIONAL_HOLIDAYS', 'CC0-1.0', { date: NATIONAL_HOLIDAYS[code] ?? null }),
  ];
}

/** Noon in one capital and the hour in another, both without summer time. */
function noonFacts(list: Country[]): Fact[] {
  const places = list.flatMap(({ code }) => {
    const [capital, offset] = [capitalOf(code), offsetOf(code)];
    return capital !== null && offset !== null && offset % 60 === 0 ? [{ code, capital, hours: offset / 60 }] : [];
  });
  return places.flatMap((here, index) => {
    const there = places[(index + 37) % places.length] ?? here;
    const hour = 12 + there.hours - here.hours;
    if (hour === 12 || hour < 0 || hour > 23) return [];
    const slots = { capital: here.capital, other: there.capital, hour: clockAt(hour) };
    return [
      { family: 'noon', table: 'countries-and-timezones/timezones.utcOffset', row: `${here.code}+${there.code}`, licence: MIT, slots },
    ];
  });
}

function hemisphereFacts(): Fact[] {
  return (['north', 'south'] as const).flatMap((side) =>
    HEMISPHERES[side].map((code) => ({
      family: 'hemisphere',
      table: 'own-tables/HEMISPHERES',
      row: code,
      licence: 'CC0-1.0',
      slots: { place: placeOf(code), side, hemisphere: side === 'north' ? 'Northern Hemisphere' : 'Southern Hemisphere' },
    })),
  );
}

/** Four months for each country, so that all seasons occur. */
function seasonFacts(): Fact[] {
  return (['north', 'south'] as const).flatMap((side) =>
    TEMPERATE[side].flatMap((code, index) =>
      Object.entries(SEASON_MONTHS[side])
        .filter((_, month) => month % 2 === index % 2)
        .map(([month, season]) => ({
          family: 'season',
          table: 'own-tables/SEASON_MONTHS',
          row: `${code}+${month}`,
          licence: 'CC0-1.0',
          slots: { place: placeOf(code), month, season },
        })),
    ),
  );
}

export function listFacts(): Fact[] {
  const list = listCountries();
  return [...list.flatMap(countryFacts), ...noonFacts(list), ...hemisphereFacts(), ...seasonFacts()];
}
