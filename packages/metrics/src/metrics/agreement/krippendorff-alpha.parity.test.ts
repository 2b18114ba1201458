/** Krippendorff's alpha against the package krippendorff, at all levels, on random tables. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { oraclePython } from '../../../../../test/shared.ts';
import { createRandom } from '../../core/index.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';

const script = fileURLToPath(new URL('../../../../../oracles/alpha.py', import.meta.url));
const python = oraclePython();
const LEVELS = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
const TOLERANCE = 1e-9;

/** Of 2 to 40 items, 2 to 7 raters, 2 to 8 values (some negative, some fractions) and up to two thirds gaps. */
function randomTable(seed: number): (number | null)[][] {
  const generator = createRandom(`table ${seed}`);
  const random = () => generator.next();
  const below = (n: number) => Math.floor(random() * n);
  const [items, raters, values] = [2 + below(39), 2 + below(6), 2 + below(7)];
  const [gaps, noise, step, lowest] = [(below(3) * random()) / 3, random(), seed % 3 === 0 ? 0.25 : 1, -(seed % 4)];
  return Array.from({ length: items }, () => {
    const truth = below(values);
    return Array.from({ length: raters }, () => (random() < gaps ? null : lowest + step * (random() < noise ? below(values) : truth)));
  });
}

describe.skipIf(!python)("Krippendorff's alpha on 400 random tables", () => {
  it('equals the package at four levels', () => {
    const tables = Array.from({ length: 400 }, (_, seed) => randomTable(seed));
    const { stdout } = spawnSync(python!, [script], { input: JSON.stringify(tables), encoding: 'utf8', maxBuffer: 1 << 26 });
    const theirs = JSON.parse(stdout) as Record<(typeof LEVELS)[number], number | null>[];
    expect(theirs).toHaveLength(tables.length);
    for (const level of LEVELS) {
      const pairs = tables.map((table, i) => ({ ours: krippendorffAlpha(table, { level }), theirs: theirs[i][level] }));
      expect(pairs.filter((pair) => (pair.ours === null) !== (pair.theirs === null))).toEqual([]);
      const differences = pairs.map((pair) => Math.abs((pair.ours ?? 0) - (pair.theirs ?? 0)));
      console.log(level, 'largest difference', Math.max(...differences), 'undefined', pairs.filter(({ ours }) => ours === null).length);
      expect(Math.max(...differences)).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});
