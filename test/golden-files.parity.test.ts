/** The original tools, asked again: they must still say what the golden files say. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oraclePython } from './shared.ts';

const root = join(import.meta.dirname, '..');
const python = oraclePython();

interface Golden {
  version: string;
  tolerance: number;
}

describe.skipIf(!python)('a golden file made again', () => {
  it.for(['agreement', 'diversity', 'ontology-terms', 'captions'])('%s', (name, test) => {
    if (name === 'captions' && spawnSync('java', ['-version']).error) test.skip('METEOR and the PTB tokenizer need Java');
    const made = execFileSync(python as string, [join('oracles', `${name}.py`)], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 1e9,
    });
    const golden = JSON.parse(readFileSync(join(root, 'test/golden', `${name}.json`), 'utf8')) as Golden;
    expect((JSON.parse(made) as Golden).version).toBe(golden.version);
    expect(differences(JSON.parse(made), golden, golden.tolerance)).toEqual([]);
  });
});

/** Where two documents differ: in shape, in a text, or in a number by more than the tolerance. */
function differences(made: unknown, golden: unknown, tolerance: number, at = ''): string[] {
  if (typeof made === 'number' && typeof golden === 'number')
    return Math.abs(made - golden) <= tolerance ? [] : [`${at}: ${made}, not ${golden}`];
  if (!isParent(made) || !isParent(golden)) return made === golden ? [] : [`${at}: ${String(made)}, not ${String(golden)}`];
  const keys = new Set([...Object.keys(made), ...Object.keys(golden)]);
  return [...keys].flatMap((key) => differences(made[key], golden[key], tolerance, `${at}/${key}`));
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
