/** The release script sets one version everywhere, and stops before it changes anything that it should not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../release.mjs');
let folder: string;

const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
const release = (...words: string[]) => spawnSync(process.execPath, [SCRIPT, ...words], { cwd: folder, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const write = (path: string, content: unknown) =>
  writeFileSync(join(folder, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-release-'));
  for (const name of ['docs', 'packages/metrics']) mkdirSync(join(folder, name), { recursive: true });
  write('package.json', { name: 'sensebench', version: '0.1.0', dependencies: { '@sensebench/metrics': '0.1.0', zod: '0.1.0' } });
  write('packages/metrics/package.json', { name: '@sensebench/metrics', version: '0.1.0' });
  write('package-lock.json', { version: '0.1.0', packages: { '': { version: '0.1.0' }, 'node_modules/zod': { version: '0.1.0' } } });
  write('CHANGELOG.md', '# Changelog\n\n## 0.2.0 (unreleased)\n');
  write('README.md', 'bleu|v:0.1.0, sensebench-0.1.0.tgz and @sensebench/metrics@0.1.0\n');
  git('init', '--quiet');
  git('config', 'user.name', 'test');
  git('config', 'user.email', 'test@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('sets the version of every package, dates the changelog, commits and tags', () => {
  expect(release('0.2.0')).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(read('package.json'))).toMatchObject({
    version: '0.2.0',
    dependencies: { '@sensebench/metrics': '0.2.0', zod: '0.1.0' },
  });
  expect(JSON.parse(read('packages/metrics/package.json'))).toMatchObject({ version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, 'node_modules/zod': { version: '0.1.0' } },
  });
  expect(read('CHANGELOG.md')).toMatch(/^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)$/m);
  expect(read('README.md')).toBe('bleu|v:0.2.0, sensebench-0.2.0.tgz and @sensebench/metrics@0.2.0\n');
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(git('tag')).toBe('v0.2.0');
  expect(git('status', '--porcelain')).toBe('');
});

it.each([
  ['without a version', [], 'name a version'],
  ['with a version that is none', ['next'], 'name a version'],
])('stops %s', (_, words, line) => {
  expect(release(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(line) });
});

it('stops where changes are not committed', () => {
  write('README.md', 'changed');
  expect(release('0.2.0')).toMatchObject({ status: 2, stderr: expect.stringContaining('commit or stash') });
});
