/** The table of docs/figures.md is made of docs/figures.json, which `npm run figures` measures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresSchema, figuresTable, withFigures } from '../bench/figures-table.ts';

const root = join(import.meta.dirname, '..');
const figures = figuresSchema.parse(JSON.parse(readFileSync(join(root, 'docs/figures.json'), 'utf8')));

it('docs/figures.md has the figures that were measured last', () => {
  const page = readFileSync(join(root, 'docs/figures.md'), 'utf8');
  expect(page).toBe(withFigures(page, figures));
});

it('another figure is another table', () => {
  expect(figuresTable({ ...figures, bart: { ...figures.bart, spice: figures.bart.spice + 0.001 } })).not.toBe(figuresTable(figures));
});
