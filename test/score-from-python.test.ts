/** recipes/score_from_python.py gives the scores of the command line, and its message where the input is wrong. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { score } from '../packages/metrics/src/metrics/index.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sensebench-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REFERENCES = ['A dog catches a frisbee in the park.', 'Two children share an umbrella in the rain.'];
const PREDICTIONS = ['A dog jumps to catch a frisbee.', 'Children walk under an umbrella in the rain.'];
writeFileSync(join(folder, 'references.txt'), `${REFERENCES.join('\n')}\n`);
writeFileSync(join(folder, 'system.txt'), `${PREDICTIONS.join('\n')}\n`);
writeFileSync(join(folder, 'short.txt'), 'One.\n');

/** Calls the recipe's function with the command line of this clone. */
const CALL = `
import json, sys
sys.path.insert(0, sys.argv[1])
from score_from_python import score
print(json.dumps(score("references.txt", sys.argv[2], ["rougeL", "bleu2"], command=sys.argv[3:])))
`;

function call(predictions: string): string {
  const command = [
    process.execPath,
    '--import',
    join(root, 'node_modules/tsx/dist/loader.mjs'),
    join(root, 'packages/sensebench/src/cli/main.ts'),
  ];
  return execFileSync('python3', ['-c', CALL, join(root, 'recipes'), predictions, ...command], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe.skipIf(spawnSync('python3', ['--version']).error !== undefined)('the recipe', () => {
  it('gives the scores that the library gives', async () => {
    const { corpus, signatures } = await score({ predictions: PREDICTIONS, references: REFERENCES, metrics: ['rougeL', 'bleu2'] });
    const theirs = JSON.parse(call('system.txt'));
    expect(theirs.corpus).toEqual(corpus);
    expect(Object.keys(theirs.signatures)).toEqual(Object.keys(signatures));
    expect(theirs.perItem).toHaveLength(2);
  });

  it('raises what the command line says', () => {
    expect(() => call('short.txt')).toThrow(/ValueError: sensebench: short\.txt: has 1 lines/);
  });
});
