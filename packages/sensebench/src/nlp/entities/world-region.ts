/** The continent of a place name, to count geographical bias (SituatedGen, ethics statement); data of countries-list (MIT). */
import { continents, countries } from 'countries-list';

const ALIASES: Readonly<Record<string, string>> = {
  'North America':
    'usa, us, u.s, u.s.a, united states of america, america, new york city, new york, nyc, los angeles, chicago, boston, hollywood, miami, dallas, houston, detroit, ' +
    'philadelphia, seattle, atlanta, denver, las vegas, new orleans, san francisco, san diego, washington dc, washington d.c, toronto, montreal, vancouver, quebec, ontario, ' +
    'alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, ' +
    'maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, north carolina, north dakota, ohio, ' +
    'oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota, tennessee, texas, utah, vermont, virginia, washington, west virginia, wisconsin, wyoming',
  'South America': 'rio de janeiro, rio, sao paulo, patagonia',
  Europe:
    'uk, u.k, england, scotland, wales, northern ireland, britain, great britain, holland, czech republic, soviet union, ussr, prussia, yugoslavia, barcelona, munich, ' +
    'venice, florence, milan, naples, sicily, catalonia, normandy, bavaria, geneva, zurich, hamburg, manchester, liverpool, oxford, cambridge, edinburgh, glasgow, saint petersburg, vatican',
  Asia: 'south korea, north korea, korea, persia, burma, mumbai, calcutta, shanghai, hong kong, kyoto, osaka, dubai, istanbul, mecca, siberia, tibet, palestine, ottoman empire, bali, siam',
  Africa: 'congo, ivory coast, lagos, cape town, johannesburg, casablanca, zanzibar',
  Oceania: 'sydney, melbourne, brisbane, perth, auckland, queensland, tasmania, new south wales',
};

/** The continents, in alphabetical order. */
export const WORLD_REGIONS: readonly string[] = Object.values(continents).sort();

const regions = new Map<string, string>();
for (const { name, capital, continent } of Object.values(countries)) {
  for (const place of [capital, name]) if (place) regions.set(plain(place), continents[continent]);
}
for (const region of WORLD_REGIONS) regions.set(plain(region), region);
for (const [region, places] of Object.entries(ALIASES)) for (const place of places.split(', ')) regions.set(plain(place), region);

/** null for a place that the table does not know. */
export function worldRegion(place: string): string | null {
  const name = plain(place);
  return regions.get(name) ?? regions.get(name.replace(/ (city|state|county|province|empire)$/, '')) ?? null;
}

/** How many mentions fall into each region, most first, with those unknown at the end. */
export function countRegions(places: Iterable<string>): Record<string, number> {
  const counts = new Map<string, number>();
  let unknown = 0;
  for (const place of places) {
    const region = worldRegion(place);
    if (region) counts.set(region, (counts.get(region) ?? 0) + 1);
    else unknown++;
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { ...Object.fromEntries(sorted), unknown };
}

function plain(place: string): string {
  return place
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/['’]s?$|\.$/, '')
    .replace(/, .*$/, '')
    .trim();
}
