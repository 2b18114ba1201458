import { describe, expect, it } from 'vitest';
import { countRegions, worldRegion } from './world-region.ts';

describe('world regions', () => {
  it('know continents, countries, capitals and common names in any spelling', () => {
    expect(['the United States', 'japan', 'São Paulo', 'Nairobi', 'Paris, France', 'africa', 'Atlantis'].map(worldRegion)).toEqual([
      'North America',
      'Asia',
      'South America',
      'Africa',
      'Europe',
      'Africa',
      null,
    ]);
    expect(countRegions(['Kenya', 'Egypt', 'Peru', 'Atlantis'])).toEqual({ Africa: 2, 'South America': 1, unknown: 1 });
  });
});
