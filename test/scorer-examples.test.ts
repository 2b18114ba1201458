/** docs/examples of scorers in evalite, autoevals and vitest: type-checked and run, against the shapes that evalite and autoevals document. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'sensebench-scorers-'));
const EXAMPLES = ['captions.eval.ts', 'autoevals.ts', 'captions.test.ts'];

/** The types of evalite 0.19.0 and autoevals 0.3.0 that an example meets. evalite itself needs a native module, which an install script builds. */
const EVALITE_TYPES = `
type Score = { score: number | null; name: string; description?: string; metadata?: unknown };
type Scorer<I, O, E> = (options: { input: I; output: O; expected?: E }) => Score | Promise<Score>;
export declare function evalite<I, O, E = O>(
  name: string,
  options: { data: { input: I; expected?: E }[]; task: (input: I) => O | Promise<O>; scorers: Scorer<I, O, E>[] },
): void;
`;
const EVALITE = `
export async function evalite(name, { data, task, scorers }) {
  for (const { input, expected } of data) {
    const output = await task(input);
    for (const scorer of scorers) console.log(JSON.stringify(await scorer({ input, output, expected })));
  }
}
`;
const AUTOEVALS_TYPES = `
export interface Score { name: string; score: number | null; metadata?: Record<string, unknown>; error?: unknown }
export type ScorerArgs<O, X> = { output: O; expected?: O } & X;
export type Scorer<O, X> = (args: ScorerArgs<O, X>) => Score | Promise<Score>;
export declare const Levenshtein: Scorer<string, object>;
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
  execFileSync(join(root, 'node_modules/.bin', program), words, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  const typed = { exports: { '.': { types: './index.d.ts', default: './index.js' } } };
  addPackage('evalite', { 'index.js': EVALITE, 'index.d.ts': EVALITE_TYPES }, typed);
  addPackage('autoevals', { 'index.js': AUTOEVALS, 'index.d.ts': AUTOEVALS_TYPES }, typed);
  addPackage('sensebench', {}, { exports: { './metrics': './src/metrics/index.ts' } });
  symlinkSync(join(root, 'src'), join(project, 'node_modules/sensebench/src'));
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const file of EXAMPLES) cpSync(join(root, 'docs/examples', file), join(project, file));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('an example', () => {
  it('has the types that the libraries ask for', () => {
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: EXAMPLES }));
    expect(call('tsc', '-p', '.')).toBe('');
  });

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
