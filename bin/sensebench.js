#!/usr/bin/env node
/** Starts the built command line. A fresh clone has no dist/ yet: it is built once, and a line on standard error says so. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/cli/main.js', import.meta.url);
const source = new URL('../src/', import.meta.url);

if (!existsSync(main)) buildOnce();
// Not built again by itself: a run that is under way loads parts of dist/ later, and a build replaces them.
else if (existsSync(source) && isOlderThan(source)) console.error('dist/ is older than src/: npm run build brings it up to date');
await import(main.href);

function buildOnce() {
  console.error('building dist/ once, which takes some ten seconds …');
  const { status, stdout, stderr } = spawnSync(process.execPath, [findBuilder()], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  if (status === 0 && existsSync(main)) return;
  console.error(`${stdout}${stderr}\nthe build failed; npm ci && npm run build shows it again`);
  process.exit(2);
}

function findBuilder() {
  try {
    return createRequire(import.meta.url).resolve('tsdown/run');
  } catch {
    console.error('tsdown, which builds dist/, is not installed: npm ci');
    process.exit(2);
  }
}

function isOlderThan(folder) {
  const built = statSync(main).mtimeMs;
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return names.some((name) => statSync(new URL(name, folder)).mtimeMs > built);
}
