#!/usr/bin/env node
/** Starts the built command line. A fresh clone has no dist/ yet: it is built once, and a line on standard error says so. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/cli/main.js', import.meta.url);
/** Only in a clone: the tarball has no configuration of the build. */
const config = new URL('../tsdown.config.ts', import.meta.url);
const sources = ['metrics', 'sensebench', 'studio'].map((name) => new URL(`../../${name}/src/`, import.meta.url));

if (!existsSync(main)) await buildOnce();
// Not built again by itself: a run that is under way loads parts of dist/ later, and a build replaces them.
else if (!asksForHelp() && existsSync(config) && sources.some((source) => existsSync(source) && isOlderThan(source)))
  console.error('dist/ is older than src/: npm run build brings it up to date');
await import(main.href);

async function buildOnce() {
  const program = new URL('../../../build.mjs', import.meta.url);
  if (!existsSync(config))
    fail('this package was packed before it was built: make it again with `npm pack` in packages/sensebench of the clone');
  for (const name of ['tsdown', 'vite']) if (!isInstalled(name)) fail(`${name}, which builds dist/, is not installed: npm ci`);
  console.error('building dist/ once, which takes some ten seconds …');
  // Loaded only here: no other start needs it, and loading it takes time.
  const { spawnSync } = await import('node:child_process');
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(program)], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(main)) fail(`${stdout}${stderr}\nthe build failed; npm ci && npm run build shows it again`);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

function isInstalled(name) {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}

/** Help is there at once: looking at every file of src/ would take longer than printing it. */
function asksForHelp() {
  return process.argv.length === 3 && ['--help', '-h'].includes(process.argv[2]);
}

function isOlderThan(folder) {
  const built = statSync(main).mtimeMs;
  // Folder by folder with the kinds of entries: a fifth of the time of a recursive listing that is stated by URL.
  const newer = (path) =>
    readdirSync(path, { withFileTypes: true }).some((entry) => {
      const inside = `${path}/${entry.name}`;
      return entry.isDirectory() ? newer(inside) : isBuilt(entry.name) && statSync(inside).mtimeMs > built;
    });
  return newer(fileURLToPath(folder));
}

/** Tests are not part of dist/. */
function isBuilt(name) {
  return name.endsWith('.ts') && !name.endsWith('.test.ts');
}
