/** Builds packages: `node build.mjs [package…]`; default: sensebench and the studio. tsdown's own command would warn about Node 20. */
import { join } from 'node:path';
import { build as buildPrograms } from 'tsdown';
import { build as buildPages } from 'vite';

const [...names] = process.argv.slice(2);
for (const name of names.length > 0 ? names : ['sensebench', 'studio']) {
  const folder = join(import.meta.dirname, 'packages', name);
  process.chdir(folder);
  await buildPrograms({ logLevel: 'warn' });
  // After the programs, whose build empties dist/.
  if (name === 'studio') await buildPages({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
}
