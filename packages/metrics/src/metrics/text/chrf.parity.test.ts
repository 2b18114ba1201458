/** chrF and chrF++ against sacrebleu on the released CommonGen outputs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { oraclePython, sharedPath } from '../../../../../test/shared.ts';
import { score } from '../score/score.ts';

const [outputs, dataset] = ['oracles/commongen-dev-bart.jsonl', 'data/commongen/dev.jsonl'].map(sharedPath);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const python = oraclePython();
const TOLERANCE = 1e-12;

interface Found {
  corpus: Record<string, number>;
  items: Record<string, number>[];
}

describe.skipIf(!outputs || !dataset || !python)('chrF on 993 CommonGen items', () => {
  it('equals sacrebleu on every item and on the corpus', async () => {
    const { stdout } = spawnSync(python!, [`${root}oracles/chrf.py`, outputs!, dataset!], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const theirs = JSON.parse(stdout) as Found;
    const read = (path: string) =>
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const ours = await score({
      items: read(dataset!).map(({ scene }, i) => ({ id: `${i}`, input: null, references: scene, meta: {} })),
      predictions: read(outputs!).map(({ candidate }) => candidate),
      metrics: ['chrf', 'chrfPlusPlus'],
    });
    expect(theirs.items).toHaveLength(993);
    for (const output of ['chrf', 'chrfPlusPlus']) {
      const differences = theirs.items.map((own, i) => Math.abs((ours.perItem[i][output] as number) - own[output]));
      const corpus = Math.abs((ours.corpus[output] as number) - theirs.corpus[output]);
      console.log(output, ours.corpus[output], 'largest difference', Math.max(corpus, ...differences));
      expect(Math.max(corpus, ...differences)).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});
