/** `npm run pack`: builds the packages and writes their tarballs into the current folder. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run` hands the clone's setting on: no install scripts.
const { npm_config_ignore_scripts: _, ...env } = process.env;
for (const name of ['metrics', 'sensebench', 'studio']) {
  const words = ['pack', '--pack-destination', process.env.INIT_CWD ?? process.cwd(), ...process.argv.slice(2)];
  execFileSync('npm', words, {
    cwd: join(import.meta.dirname, name),
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
}
