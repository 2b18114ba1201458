/** Every comparison of speed in turn: `npm run bench`; `npm run bench -- --python path` names the interpreter that has the original Python tools. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const python = process.argv.slice(2);
const benches = [
  { name: 'metrics', args: python },
  { name: 'spice', args: [] },
  { name: 'embeddings', args: python },
  { name: 'join', args: python },
];

let failed = 0;
for (const { name, args } of benches) {
  console.log(`\n# ${name}`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' });
  if (status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
