/** `node ../pack-files.mjs copy|remove` in the folder of a package: the files of the clone that its tarball has too. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
const [action] = process.argv.slice(2);
// Those of the package itself stay: dist/, bin/ and its notices.
for (const name of files.filter(
  (name) => !['bin', 'dist', 'weights', 'THIRD-PARTY-NOTICES.md'].includes(name) && existsSync(join(root, name)),
)) {
  if (action === 'copy') cpSync(join(root, name), name, { recursive: true });
  else rmSync(name, { recursive: true, force: true });
}
// The metrics are inside sensebench, so their weights are too.
if (files.includes('corpus')) {
  for (const name of readdirSync('../metrics/weights')) {
    if (action === 'copy') cpSync(join('../metrics/weights', name), join('weights', name), { recursive: true });
    else rmSync(join('weights', name), { recursive: true, force: true });
  }
}
