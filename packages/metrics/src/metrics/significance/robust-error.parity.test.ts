/** Coverage of the robust error on the released SituatedGen splits, whose items share statements. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { simulateCoverage } from '../../../../../test/simulate-coverage.ts';

describe.each(['dev', 'train'])('1,000 draws of the released %s split', (split) => {
  const path = sharedPath(`data/situatedgen/${split}.jsonl`);
  const units: string[][] = path
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ids)
    : [];
  for (const share of [0, 0.2]) {
    for (const difference of [false, true]) {
      it.skipIf(!path)(`are covered and rejected as they should (share ${share}, difference ${difference})`, () => {
        const { coverage, rejected } = simulateCoverage({ units, share, difference });
        console.log(
          split,
          units.length,
          'items, share',
          share,
          difference ? 'difference' : 'score',
          'coverage',
          coverage,
          'rejected',
          rejected,
        );
        expect(coverage).toBeGreaterThanOrEqual(0.91);
        expect(coverage).toBeLessThanOrEqual(0.97);
        expect(rejected).toBeGreaterThanOrEqual(0.03);
        expect(rejected).toBeLessThanOrEqual(0.08);
      });
    }
  }
});
