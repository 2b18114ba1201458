import { expect, it } from 'vitest';
import { createSearchTexts } from './search-texts.ts';

it('are made once each, in small letters, and all of them in time when they are prepared', async () => {
  const made: number[] = [];
  const texts = createSearchTexts(500, (place) => {
    made.push(place);
    // Slow enough for several slices.
    for (const end = performance.now() + 0.1; performance.now() < end; );
    return `Row ${place}`;
  });
  expect(made).toEqual([]);
  expect(texts.of(7)).toBe('row 7');
  texts.prepare();
  expect(made.length).toBeLessThan(500);
  while (made.length < 500) await new Promise((resolve) => setTimeout(resolve, 1));
  expect([...made].sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, place) => place));
});
