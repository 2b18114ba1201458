/** Makes a release: one version in every package and in the documentation, the date in the changelog, a commit and a tag. `npm run release -- 0.2.0` */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function stop(line) {
  console.error(`release: ${line}`);
  process.exit(2);
}

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')) stop('name a version: npm run release -- 0.2.0');
if (git('status', '--porcelain') !== '') stop('commit or stash your changes first');
if (git('tag', '--list', `v${version}`) !== '') stop(`the tag v${version} exists already`);

const folders = readdirSync('packages').map((name) => `packages/${name}`);
const manifests = ['.', ...folders].map((folder) => `${folder}/package.json`).filter((path) => existsSync(path));
const previous = readJson('package.json').version;
const names = new Set(manifests.map((path) => readJson(path).name));

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const heading = /^## (\S+) \(unreleased\)$/m;
if (!heading.test(changelog)) stop('CHANGELOG.md has no heading like "## 0.2.0 (unreleased)"');
writeFileSync('CHANGELOG.md', changelog.replace(heading, `## ${version} (${new Date().toISOString().slice(0, 10)})`));

/** The project's own packages name each other by exact version. */
function withVersion(manifest) {
  const next = { ...manifest, version };
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
    for (const name of Object.keys(next[kind] ?? {}))
      if (names.has(name) && next[kind][name] === previous) next[kind] = { ...next[kind], [name]: version };
  return next;
}

for (const path of manifests) writeFileSync(path, `${JSON.stringify(withVersion(readJson(path)), null, 2)}\n`);

const lock = readJson('package-lock.json');
lock.version = version;
for (const [path, entry] of Object.entries(lock.packages))
  if (path === '' || (!path.includes('node_modules/') && entry.version)) lock.packages[path] = withVersion(entry);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);

// Signatures and names of tarballs in the documentation.
const pages = [...readdirSync('docs').map((name) => `docs/${name}`), ...folders.map((folder) => `${folder}/README.md`), 'README.md'];
for (const page of pages.filter((path) => path.endsWith('.md') && existsSync(path))) {
  const text = readFileSync(page, 'utf8');
  const renamed = [...names].reduce((all, name) => all.replaceAll(`${name}@${previous}`, `${name}@${version}`), text);
  const next = renamed.replaceAll(`v:${previous}`, `v:${version}`).replaceAll(`-${previous}.tgz`, `-${version}.tgz`);
  if (next !== text) writeFileSync(page, next);
}

git('add', '--all');
git('commit', '--quiet', '--message', `Release ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
console.log(`Release ${version} is committed and tagged. To publish it: git push --follow-tags`);
