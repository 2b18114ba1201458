/** What `git clone` and `npm ci` would give: the files of the working tree that git does not ignore, with this clone's packages. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

export function freshClone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  linkPackages(folder);
}

/** node_modules with links to this clone's packages, but for ours, which are those of the new clone. */
function linkPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@sensebench'), { recursive: true });
  for (const name of readdirSync(from).filter((name) => !['.bin', '.cache', '.vite', '@sensebench', 'sensebench'].includes(name)))
    symlinkSync(join(from, name), join(to, name));
  cpSync(join(from, '.bin'), join(to, '.bin'), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join('..', 'packages', 'sensebench'), join(to, 'sensebench'));
  for (const name of ['metrics', 'studio']) symlinkSync(join('..', '..', 'packages', name), join(to, '@sensebench', name));
}
