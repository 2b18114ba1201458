/** bin/sensebench.js in clones and packages of one file each. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const LAUNCHER = 'packages/sensebench/bin/sensebench.js';
const MAIN = 'packages/sensebench/dist/cli/main.js';
const CONFIG = 'packages/sensebench/tsdown.config.ts';
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'sensebench-launcher-'));
  write('package.json', '{"type":"module"}');
  mkdirSync(join(clone, 'packages/sensebench/bin'), { recursive: true });
  copyFileSync(join(root, LAUNCHER), join(clone, LAUNCHER));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

describe('the launcher', () => {
  it('starts what is built, and is silent in an installed package', () => {
    write(MAIN, 'console.log("built", process.argv[2]); process.exitCode = 3;');
    expect(launch()).toMatchObject({ stdout: 'built --version\n', stderr: '', status: 3 });
  });

  it('says when the source of a clone is newer, and builds nothing then', () => {
    write(MAIN, 'console.log("built")');
    write('packages/sensebench/src/deep/a.ts', '', { seconds: 300 });
    expect(launch().stderr).toBe('');
    write(CONFIG, '');
    write('packages/sensebench/src/deep/a.ts', '', { seconds: 100 });
    expect(launch().stderr).toBe('');
    write('packages/sensebench/src/deep/a.ts', '', { seconds: 300 });
    expect(launch()).toMatchObject({ stdout: 'built\n', stderr: expect.stringContaining('npm run build') });
  });

  it('builds once where nothing is built, and prints that to standard error only', () => {
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    write(CONFIG, '');
    write('packages/sensebench/src/cli/main.ts', 'console.log("from source");');
    write(
      'build.mjs',
      'import { cpSync } from "node:fs"; console.log("noise"); console.error("more"); cpSync("packages/sensebench/src/cli/main.ts", "packages/sensebench/dist/cli/main.js");',
    );
    expect(launch()).toMatchObject({ stdout: 'from source\n', stderr: expect.stringMatching(/^building dist\/ once.*\n$/), status: 0 });
    expect(launch()).toMatchObject({ stdout: 'from source\n', stderr: '' });
  });

  it('says in a package without dist/ how to pack it', () => {
    expect(launch()).toMatchObject({
      stdout: '',
      stderr: 'this package was packed before it was built: make it again with `npm pack` in packages/sensebench of the clone\n',
      status: 2,
    });
  });

  it('says what to do where it cannot build', () => {
    write(CONFIG, '');
    write('build.mjs', 'console.error("src/absent.ts is missing"); process.exit(1);');
    expect(launch()).toMatchObject({ stdout: '', stderr: expect.stringContaining('npm ci'), status: 2 });
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    expect(launch()).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^src\/absent\.ts is missing\n[\s\S]*the build failed/m),
      status: 2,
    });
    write('build.mjs', '');
    expect(launch()).toMatchObject({ stdout: '', stderr: expect.stringContaining('the build failed'), status: 2 });
  });
});

function launch() {
  return spawnSync(process.execPath, [join(clone, LAUNCHER), '--version'], { encoding: 'utf8' });
}

/** A file whose time is so many seconds after 1970; what is built is from second 200. */
function write(name: string, text: string, { seconds = 200 } = {}): void {
  const path = join(clone, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, seconds, seconds);
}
