/** Builds the site: collects its pages, generates the references, runs VitePress, and checks every link of the result. `npm run site` */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks } from './check-links.ts';
import { collectPages } from './collect-pages.ts';
import { commandReference, modelReference } from './command-reference.ts';
import { metricReference } from './metric-reference.ts';

const SITE = import.meta.dirname;
const ROOT = join(SITE, '../..');
const PAGES = join(SITE, 'pages');
const DIST = join(SITE, 'dist');

/** The site has packages of its own, which the root installation leaves out. */
function installPackages(): void {
  const installed = join(SITE, 'node_modules/.package-lock.json');
  if (existsSync(installed) && !isOlder(installed, join(SITE, 'package-lock.json'))) return;
  console.error('Installing the packages of apps/site …');
  execFileSync('npm', ['ci', '--no-fund', '--no-audit'], { cwd: SITE, stdio: 'inherit', shell: process.platform === 'win32' });
}

function isOlder(file: string, other: string): boolean {
  const packagesOf = (path: string) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, { version?: string; optional?: boolean }> };
    return Object.entries(packages).flatMap(([name, { version, optional }]) => (name && !optional ? [`${name} ${version}`] : []));
  };
  return packagesOf(file).join() !== packagesOf(other).join();
}

function runPackage(bin: string, words: readonly string[]): void {
  execFileSync(process.execPath, [join(SITE, 'node_modules', bin), ...words], {
    cwd: SITE,
    stdio: 'inherit',
    // Files for download, which VitePress would take for pages.
    env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'jsonl,mjs,ts' },
  });
}

async function build(): Promise<void> {
  installPackages();
  rmSync(PAGES, { recursive: true, force: true });
  collectPages({ root: ROOT, out: PAGES, source: process.env.SITE_SOURCE });
  cpSync(join(SITE, 'home.md'), join(PAGES, 'index.md'));
  mkdirSync(join(PAGES, 'reference'), { recursive: true });
  writeFileSync(join(PAGES, 'reference/commands.md'), await commandReference());
  writeFileSync(join(PAGES, 'reference/models.md'), await modelReference());
  writeFileSync(join(PAGES, 'reference/metrics.md'), metricReference(ROOT));
  runPackage('typedoc/bin/typedoc', ['--options', join(SITE, 'typedoc.json')]);
  runPackage('vitepress/bin/vitepress.js', ['build']);
  const broken = brokenLinks(DIST, process.env.SITE_BASE ?? '/');
  if (broken.length > 0) throw new Error(`Broken links:\n${broken.join('\n')}`);
  console.log(`The site is in ${DIST}`);
}

await build();
