/** What of a call can be attacked: the files of the world that its words name, and those inside the folders that they name. */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BENCHMARK_NAMES } from '../../packages/sensebench/src/benchmarks/index.ts';
import type { Call } from './commands.ts';

/** Files that commands only write and never read. */
const NEVER_READ = /(report\.html|README\.md|croissant\.json|\.partial-.*)$/;

export interface Target {
  call: Call;
  /** Files and folders that the call needs, as paths in the world. */
  needs: string[];
  /** Which of them, or which file in them, is attacked. */
  path: string;
}

export function targetsOf(call: Call, world: string): Target[] {
  const needs = namedFiles(call, world);
  const paths = needs.flatMap((name) => [name, ...filesIn(join(world, name)).map((file) => join(name, file))]);
  return [...new Set(paths)].map((path) => ({ call, needs, path }));
}

/** Words of the command and names of benchmarks are not files: `evaluate commongen` does not read the folder commongen. */
export function namedFiles({ command, words }: Call, world: string): string[] {
  const given = words.slice(command.split(' ').length).filter((word) => !BENCHMARK_NAMES.includes(word));
  const parts = given.flatMap((word) => [word, ...word.split(/[=,()]/), word.replace(/^\w+:/, '')]);
  return [...new Set(parts)].filter((part) => part !== '' && !part.startsWith('-') && /^[\w-]/.test(part) && existsSync(join(world, part)));
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NEVER_READ.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
}

/** Copies what a call needs. Runs find their datasets beside them, so these come along. */
export function copyWorld(world: string, work: string, needs: readonly string[]): void {
  const datasets = needs.some((name) => name.startsWith('runs/') || name === 'judged') ? ['commongen', 'small', 'moving-house'] : [];
  for (const name of [...new Set([...needs, ...datasets])]) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    cpSync(join(world, name), join(work, name), { recursive: true });
  }
}
