/** docs/examples of scorers in evalite, autoevals and vitest, run; `npm run check` checks their types. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'sensebench-scorers-'));
const EXAMPLES = ['captions.eval.ts', 'autoevals.ts', 'captions.test.ts'];

const EVALITE = `
export async function evalite(name, { data, task, scorers }) {
  for (const { input, expected } of data) {
    const output = await task(input);
    for (const scorer of scorers) console.log(JSON.stringify(await scorer({ input, output, expected })));
  }
}
`;
const AUTOEVALS = `
export const Levenshtein = ({ output, expected }) => ({ name: 'Levenshtein', score: output === expected ? 1 : 0 });
`;

function addPackage(name: string, files: Readonly<Record<string, string>>, manifest: object): void {
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', type: 'module', ...manifest }));
}

const call = (program: string, ...words: string[]) =>
  execFileSync(join(root, 'node_modules/.bin', program), words, {
    cwd: project,
    // As in a project of one's own: our tsconfig.json names the types of evalite and autoevals.
    env: { ...process.env, TSX_TSCONFIG_PATH: undefined },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

beforeAll(() => {
  const plain = { exports: './index.js' };
  addPackage('evalite', { 'index.js': EVALITE }, plain);
  addPackage('autoevals', { 'index.js': AUTOEVALS }, plain);
  addPackage('sensebench', {}, { exports: { './metrics': './src/metrics/index.ts' } });
  symlinkSync(join(root, 'packages/metrics/src'), join(project, 'node_modules/sensebench/src'));
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const file of EXAMPLES) cpSync(join(root, 'docs/examples', file), join(project, file));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('an example', () => {
  it('of evalite scores every item with every scorer', () => {
    const scores = call('tsx', 'captions.eval.ts')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(scores.map(({ name }) => name)).toEqual(['bleu4', 'rougeL', 'meteor', 'bleu4', 'rougeL', 'meteor']);
    for (const { score, metadata } of scores) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(metadata.signature).toMatch(/\|refs:/);
    }
    expect(scores[1].score).toBeCloseTo(0.6154, 4);
  });

  it('of autoevals prints what docs/library.md shows', () => {
    expect(call('tsx', 'autoevals.ts')).toMatch(/^Levenshtein 0\.0000\nrougeL 0\.\d{4}\nmeteor 0\.\d{4}\n$/);
  });

  it('of vitest passes', () => {
    expect(call('vitest', 'run', '--root', project, 'captions.test.ts')).toMatch(/1 passed/);
  });
});
