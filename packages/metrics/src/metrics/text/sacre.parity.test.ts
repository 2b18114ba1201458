/** BLEU, TER and chrF with their options against sacrebleu: model outputs, people's captions and random strings of tokens. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { differencesFromSacre, type SacreRow, type SacreVariant } from '../../../../../test/sacre-variants.ts';
import { oraclePython, sharedPath } from '../../../../../test/shared.ts';
import { createRandom } from '../../core/index.ts';

const [outputs, dataset] = ['oracles/commongen-dev-bart.jsonl', 'data/commongen/dev.jsonl'].map(sharedPath);
const script = fileURLToPath(new URL('../../../../../oracles/sacre.py', import.meta.url));
const python = oraclePython();
const TOLERANCE = 1e-12;

async function expectEqual(rows: readonly SacreRow[]): Promise<void> {
  const { stdout } = spawnSync(python!, [script, '-'], { input: JSON.stringify(rows), encoding: 'utf8', maxBuffer: 1 << 28 });
  const variants = JSON.parse(stdout) as SacreVariant[];
  expect(variants.length).toBeGreaterThan(10);
  for (const variant of variants) {
    expect(variant.items).toHaveLength(rows.length);
    expect(await differencesFromSacre(rows, variant, TOLERANCE), variant.signature).toEqual([]);
  }
}

/** Words, numbers, marks and escapes in any order; some references share runs with the candidate. */
function randomRows(count: number): SacreRow[] {
  const random = createRandom('sacre');
  const parts = [
    'a',
    'The',
    'dog',
    "isn't",
    "cat's",
    '3.5',
    '1,000',
    '10-12',
    '.',
    ',',
    '!',
    '(x)',
    '&amp;',
    '…',
    '€5',
    '北京',
    'ひら',
    '😀',
    'x-y',
    '“q”',
  ];
  const text = () => Array.from({ length: random.below(25) }, () => random.choice(parts)).join(random.below(4) === 0 ? '' : ' ');
  return Array.from({ length: count }, () => {
    const candidate = text();
    const references = Array.from({ length: 1 + random.below(3) }, () =>
      random.below(2) === 0 ? text() : random.shuffle(candidate.split(' ')).join(' '),
    );
    return { candidate, references };
  });
}

describe.skipIf(!python)('sacrebleu', () => {
  it('equals ours on random strings', () => expectEqual(randomRows(300)), 600_000);

  it.skipIf(!outputs || !dataset)(
    'equals ours on 993 CommonGen outputs, and on references as candidates',
    async () => {
      const read = (path: string) =>
        readFileSync(path, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      const sets = read(dataset!) as { scene: string[] }[];
      await expectEqual(read(outputs!).map(({ candidate }, i) => ({ candidate, references: sets[i].scene })));
      const people = sets.filter(({ scene }) => scene.length > 1).slice(0, 400);
      await expectEqual(people.map(({ scene: [candidate, ...references] }) => ({ candidate, references })));
    },
    600_000,
  );
});
