/** The package as a user gets it: packed, installed into an empty project without the optional parts, run and imported. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const MINUTES = 60_000;
/** A call that ends does so within one second; a busy machine is given more. */
const SOON = 10_000;
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'sensebench-package-'));
  npm(root, 'pack', '--pack-destination', project);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  npm(project, 'install', '--omit=optional', '--no-audit', '--no-fund', `./${tarball}`);
}, 5 * MINUTES);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the installed package', () => {
  it('runs as npx sensebench', () => {
    const help = execFileSync('npx', ['sensebench', '--help'], { cwd: project, encoding: 'utf8' });
    expect(help).toContain('build');
    const wrong = spawnSync('npx', ['sensebench', 'biuld'], { cwd: project, encoding: 'utf8' });
    expect(wrong.stderr).toContain("unknown command 'biuld'; did you mean build?");
    expect(wrong.status).toBe(2);
  });

  it('has every room as a subpath export, with types', () => {
    const rooms = ['core', 'files', 'nlp', 'metrics', 'report', 'build', 'runners', 'evaluate', 'benchmarks'];
    const script = `const rooms = ${JSON.stringify(rooms)}; for (const room of rooms) { const names = Object.keys(await import('sensebench/' + room)); if (names.length === 0) throw new Error(room); console.log(room, names.length); }`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project, encoding: 'utf8' });
    expect(output.trim().split('\n')).toHaveLength(rooms.length);
    const files = readdirSync(join(project, 'node_modules/sensebench/dist'), { recursive: true, encoding: 'utf8' });
    expect(rooms.filter((room) => !files.includes(join(room, 'index.d.ts')))).toEqual([]);
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  });

  describe('score, which starts threads before it has read the command line', () => {
    beforeAll(() => {
      const numbers = Array.from({ length: 400 }, (_, i) => i);
      const references = numbers.map((i) => JSON.stringify({ id: `${i}`, references: [`A dog runs in snow number ${i}.`] }));
      writeFileSync(join(project, 'r.jsonl'), references.join('\n'));
      writeFileSync(join(project, 'a.txt'), numbers.map((i) => `A dog runs in snow ${i}.`).join('\n'));
    });

    it.each([
      {
        mistake: 'a misspelt flag',
        words: ['text', '--references', 'r.jsonl', '--predictions', 'a.txt', '--metric', 'bleu'],
        said: '--metrics',
      },
      { mistake: 'another', words: ['text', '--reference', 'r.jsonl', '--predictions', 'a.txt'], said: '--references' },
      { mistake: 'a missing flag', words: ['text', '--predictions', 'a.txt', 'r.jsonl'], said: '--references is required' },
      {
        mistake: 'an unknown benchmark',
        words: ['comongen', '--dataset', 'r.jsonl', '--predictions', 'a.txt'],
        said: 'no benchmark "comongen"',
      },
      { mistake: 'a missing benchmark', words: ['--predictions', 'a.txt', 'r.jsonl'], said: 'which benchmark?' },
      { mistake: 'a broken file', words: ['text', '--references', 'r.jsonl', '--predictions', 'r.jsonl'], said: 'r.jsonl' },
    ])('ends with code 2 after $mistake', ({ words, said }) => {
      const { status, signal, stderr } = score(words);
      expect(stderr).toContain(said);
      expect({ status, signal }).toEqual({ status: 2, signal: null });
    });

    it('ends with code 0 after its help', () => {
      const { status, signal, stdout } = score(['text', '--help', '--references', 'r.jsonl', '--predictions', 'a.txt']);
      expect(stdout).toContain('score texts against references');
      expect({ status, signal }).toEqual({ status: 0, signal: null });
    });

    it('stops the threads itself, and does not rely on Node to let go of them', () => {
      const held = "import { Worker } from 'node:worker_threads'; Worker.prototype.unref = () => undefined;";
      const { status, signal } = score(['text', '--reference', 'r.jsonl', '--predictions', 'a.txt'], `data:text/javascript,${held}`);
      expect({ status, signal }).toEqual({ status: 2, signal: null });
    });

    function score(words: readonly string[], preload?: string) {
      const main = join('node_modules', 'sensebench', 'dist', 'cli', 'main.js');
      const before = preload === undefined ? [] : ['--import', preload];
      return spawnSync(process.execPath, [...before, main, 'score', ...words], { cwd: project, encoding: 'utf8', timeout: SOON });
    }
  });

  it('has a README that links to nothing that is not packed', () => {
    const folder = join(project, 'node_modules/sensebench');
    const links = Array.from(readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link]) => link);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(join(folder, link)))).toEqual([]);
  });

  it('holds the code of no other package than those whose licences it ships', () => {
    const dist = join(project, 'node_modules/sensebench/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
    const inside = new Set(Array.from(code.matchAll(/^\/\/#region .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm), ([, name]) => name));
    expect([...inside].sort()).toEqual(readdirSync(join(dist, 'licenses')).map((name) => name.replace(/\.txt$/, '')));
  });

  it('stays under 200 MB without the optional packages', () => {
    const kilobytes = Number(execFileSync('du', ['-sk', 'node_modules'], { cwd: project, encoding: 'utf8' }).split('\t')[0]);
    expect(kilobytes).toBeLessThan(200 * 1024);
  });
});

function npm(cwd: string, ...words: string[]): void {
  execFileSync('npm', words, { cwd, stdio: 'pipe', timeout: 4 * MINUTES });
}
