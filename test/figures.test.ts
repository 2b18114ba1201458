/** README's table of figures is that of docs/figures.json, which `npm run figures` measures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresSchema, figuresTable, withFigures } from '../bench/figures-table.ts';

const root = join(import.meta.dirname, '..');
const figures = figuresSchema.parse(JSON.parse(readFileSync(join(root, 'docs/figures.json'), 'utf8')));

it('README has the figures that were measured last', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toBe(withFigures(readme, figures));
});

it('another figure is another table', () => {
  expect(figuresTable({ ...figures, bart: { ...figures.bart, spice: figures.bart.spice + 0.001 } })).not.toBe(figuresTable(figures));
});
