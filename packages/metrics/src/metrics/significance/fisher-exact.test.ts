import { expect, it } from 'vitest';
import { fisherExact } from './fisher-exact.ts';

// scipy 1.17.1: scipy.stats.fisher_exact([[a, b], [c, d]])[1]
it.each([
  { table: { a: 8, b: 2, c: 1, d: 5 }, p: 0.034965034965034975 },
  { table: { a: 3, b: 1, c: 1, d: 3 }, p: 0.48571428571428565 },
  { table: { a: 0, b: 10, c: 12, d: 5 }, p: 0.00036378571847679405 },
  { table: { a: 90, b: 10, c: 400, d: 500 }, p: 9.498849741189538e-20 },
  { table: { a: 1, b: 0, c: 0, d: 1 }, p: 1 },
])('gives the p-value of scipy: $p', ({ table, p }) => {
  expect(Math.abs(fisherExact(table) / p - 1)).toBeLessThan(1e-9);
});

it('is 1 where there is nothing to compare', () => {
  expect(fisherExact({ a: 0, b: 0, c: 4, d: 6 })).toBe(1);
  expect(fisherExact({ a: 3, b: 0, c: 7, d: 0 })).toBe(1);
});
