/** Tables written for this project (CC0): which relation of which country most adults know, the side of the equator, the temperate seasons. */
import type { TCountryCode } from 'countries-list';

const codes = (text: string) => text.split(' ') as TCountryCode[];

/** Large or much visited countries: most adults know the cell of the table without looking it up. */
export const WELL_KNOWN = {
  capital: codes('AR AT BE CA CN CU DE DK EG ES FI FR GB GR HU IE IN IR IT JP KE KR NO PE PL PT RU SE TH UA'),
  continent: codes('AR BR CA CN DE EG FR GR IN IT JP KE MX NG NO PE PL TH US ZW'),
  currency: codes('BR CH CN DE GB IL IN JP KR MX PL RU SE TR US ZA'),
  language: codes('BR CN DE DK EG ES FR GR HU IL IR IT JP KR NO PL RU SE TH TR VN'),
};

/** Countries on one side of the equator that nobody has to look up. */
export const HEMISPHERES: Record<'north' | 'south', TCountryCode[]> = {
  north: codes('CA DE FR GB IS JP NO RU SE US'),
  south: codes('AR AU CL NZ UY ZA'),
};

/**
 * One month for each side, so that a pair always has two different months, two seasons and two sides of the equator: countries of one side
 * share their month, and statements that share a time are no pair.
 */
export const SEASON_MONTHS: readonly Record<'north' | 'south', { month: string; season: string; countries: TCountryCode[] }>[] = [
  {
    north: { month: 'January', season: 'winter', countries: codes('CA DE JP') },
    south: { month: 'October', season: 'spring', countries: codes('AR NZ ZA') },
  },
  {
    north: { month: 'April', season: 'spring', countries: codes('FR GB SE') },
    south: { month: 'July', season: 'winter', countries: codes('AU CL UY') },
  },
  {
    north: { month: 'November', season: 'autumn', countries: codes('DE GB NO') },
    south: { month: 'February', season: 'summer', countries: codes('AR CL NZ') },
  },
];
