/** Every comparison of speed in turn: `npm run bench`; `npm run bench -- --python path` hands the interpreter with the original tools on. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let failed = 0;
for (const name of ['metrics', 'spice', 'embeddings']) {
  console.log(`\n# ${name}`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
