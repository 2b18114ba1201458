/** Places and what contains them: city, region, country, continent (weights/places, from GeoNames, ISO 3166 and countries-list). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { once } from '@sensebench/metrics/internal/core';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';

/** Each name with its paths: "texas" is NA/US/TX, "new york" is a state and a city. */
const placePaths = once((): ReadonlyMap<string, readonly string[]> => {
  const lines = gunzipSync(readFileSync(weightsPath('places/places.tsv.gz')))
    .toString('utf8')
    .split('\n');
  return new Map(
    lines.map((line) => {
      const [name, ...paths] = line.split('\t');
      return [name, paths];
    }),
  );
});

const CONTINENTS = /^(africa|asia|europe|oceania|antarctica|australia|(north|south|latin|central) america|eurasia|the americas|americas)$/;
/** "Northern Europe", "sub-Saharan Africa": a part of a continent is named by it. */
const PART = /^((north|south|east|west|central|middle|mainland|southeast|northeast|southwest|northwest)(ern)?|sub-saharan) /;

export function isContinent(name: string): boolean {
  const plain = plainPlace(name);
  return CONTINENTS.test(plain) || CONTINENTS.test(plain.replace(PART, ''));
}

/** None for a place that the table does not know; "Toronto, Ontario" is the place before the comma, if that is in the one behind it. */
export function pathsOf(name: string): readonly string[] {
  const table = placePaths();
  const plain = plainPlace(name);
  const whole = table.get(plain) ?? table.get(plain.replace(/ (city|state|county|province)$/, ''));
  if (whole) return whole;
  const [first, last] = [plain.split(',')[0].trim(), plain.split(',').at(-1)?.trim() ?? ''];
  if (first === plain) return [];
  const outer = table.get(last) ?? [];
  const inner = (table.get(first) ?? []).filter((path) => outer.some((other) => path.startsWith(`${other}/`)));
  return inner.length > 0 ? inner : outer.map((path) => `${path}/${first}`);
}

export function plainPlace(place: string): string {
  return place
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?$/, '')
    .replace(/^the (?=.)/, '')
    .replace(/^(state|city|country|continent|province|republic|kingdom) of /, '')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
