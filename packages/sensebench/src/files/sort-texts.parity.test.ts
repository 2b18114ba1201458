/** Sorted texts are in the order of DuckDB and of `LC_ALL=C sort`, also beyond U+FFFF. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@sensebench/metrics/internal/core';
import { expect, it } from 'vitest';
import { oraclePython } from '../../../../test/shared.ts';
import { sortTexts } from './sort-texts.ts';

const python = oraclePython();
const script = fileURLToPath(new URL('../../../../oracles/sort-texts.py', import.meta.url));

/** Letters, the last code points before the surrogates, the first after them, and characters beyond U+FFFF. */
const POINTS = [0x20, 0x61, 0x7a, 0xe9, 0x4e00, 0xd7ff, 0xe000, 0xf8ff, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff];

function madeTexts(count: number): string[] {
  const random = createRandom('texts to sort');
  return Array.from({ length: count }, () =>
    String.fromCodePoint(
      ...Array.from({ length: 1 + random.below(6) }, () => (random.next() < 0.9 ? random.choice(POINTS) : 0x21 + random.below(0xd000))),
    ),
  );
}

const texts = madeTexts(5_000);

it.skipIf(!python)('as DuckDB sorts them, in one run and in many', { timeout: 300_000 }, async () => {
  const { stdout, stderr } = spawnSync(python ?? '', [script], { input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 1 << 28 });
  expect(stderr).toBe('');
  const theirs = JSON.parse(stdout) as string[];
  // Without such texts this would show nothing.
  expect(theirs).not.toEqual([...theirs].sort());
  expect([...(await sortTexts(texts))]).toEqual(theirs);
  expect([...(await sortTexts(texts, { characters: 1000 }))]).toEqual(theirs);
});

it.skipIf(process.platform === 'win32')('as sort(1) does by bytes', async () => {
  const lines = texts.map((text) => text.replace(/\n/g, ' '));
  const { stdout } = spawnSync('sort', ['-u'], { input: `${lines.join('\n')}\n`, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  expect([...(await sortTexts(lines))]).toEqual(stdout.trimEnd().split('\n'));
});
