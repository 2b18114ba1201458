import { describe, expect, it } from 'vitest';
import { countRegions, worldRegion } from './world-region.ts';

describe('world regions', () => {
  it('know countries, capitals and common names in any spelling', () => {
    expect(['the United States', 'japan', 'São Paulo', 'Nairobi', 'Paris, France', 'Atlantis'].map(worldRegion)).toEqual([
      'North America',
      'Asia',
      'South America',
      'Africa',
      'Europe',
      null,
    ]);
    expect(countRegions(['Kenya', 'Egypt', 'Peru', 'Atlantis'])).toEqual({ Africa: 2, 'South America': 1, unknown: 1 });
  });
});
