/** One run of the built command line in a folder of its own, with a bound on time and memory, and everything that it broke. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'packages/sensebench/dist/cli/main.js');
const WATCH = pathToFileURL(join(import.meta.dirname, 'watch.mjs')).href;
/** A run that takes longer hangs. */
const LIMIT_MS = 120_000;
/** Of a process with its threads. */
const MOST_MEMORY_KB = 2 * 1024 * 1024;
const HEAP_MB = 1536;
/** Flags whose values are written, and folders that commands keep for themselves. */
const WRITTEN = ['--out', '--output', '--review', '--save-idf', '--cache'];
const OWN_FOLDERS = /^(work\/\.sensebench-cache|home\/\.cache\/sensebench|home\/\.sensebench|home\/\.local\/share\/sensebench)(\/|$)/;
/** Commands that write into the folders that they are given. */
const WRITES_INTO_ITS_ARGUMENT = ['rescore', 'report'];

export interface Run {
  /** Removed afterwards. The caller has filled `work`, where the command runs. */
  folder: string;
  words: readonly string[];
  /** The loopback server that it may call, like 127.0.0.1:8080. */
  server: string;
}

export interface Outcome {
  code: number | null;
  stderr: string;
  ms: number;
  memoryKb: number;
  /** One line for each promise that it broke; empty where all were kept. */
  broken: { promise: Promised; what: string }[];
}

export type Promised =
  | 'exit code'
  | 'stack trace'
  | 'hang'
  | 'one line'
  | 'memory'
  | 'foreign files'
  | 'files elsewhere'
  | 'connections'
  | 'code of data';

export async function runAttacked({ folder, words, server }: Run): Promise<Outcome> {
  const work = join(folder, 'work');
  const noted = join(folder, 'noted');
  for (const name of ['home', 'tmp', 'work']) mkdirSync(join(folder, name), { recursive: true });
  plantSentinels(folder, words);
  const before = snapshot(folder);
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    OPENAI_API_KEY: 'none',
    ATTACK_WATCH: noted,
  };
  const started = performance.now();
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--import', WATCH, MAIN, ...words, '--quiet'], {
    cwd: work,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    if (stderr.length < 1 << 20) stderr += String(chunk);
  });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, LIMIT_MS);
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  clearTimeout(timer);
  const ms = performance.now() - started;
  const notes = existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : [];
  const memoryKb = Math.max(0, ...notes.filter((line) => line.startsWith('memory ')).map((line) => Number(line.slice(7))));
  const broken: Outcome['broken'] = [];
  const say = (promise: Promised, what: string) => void broken.push({ promise, what });
  if (hung) say('hang', `no end after ${LIMIT_MS / 1000} s`);
  else if (![0, 1, 2, 3].includes(code ?? -1)) say('exit code', `${code ?? signal}: ${stderr.slice(-600)}`);
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr)) say('stack trace', stderr.slice(0, 600));
  if (!hung) for (const line of linesWrong(stderr, code)) say('one line', line);
  if (memoryKb > MOST_MEMORY_KB) say('memory', `${Math.round(memoryKb / 1024)} MB`);
  for (const line of notes) if (/^(connect|lookup) /.test(line) && line !== `connect ${server}`) say('connections', line);
  if (existsSync(join(work, 'was-run'))) say('code of data', 'evil.mjs was run');
  compare(before, snapshot(folder), { words, code, say });
  rmSync(folder, { recursive: true, force: true });
  return { code, stderr, ms, memoryKb, broken };
}

/** With --quiet only warnings and one line of error are written to standard error; an error is said exactly when there is one. */
function linesWrong(stderr: string, code: number | null): string[] {
  const lines = stderr.split('\n').filter((line) => line !== '');
  const errors = lines.filter((line) => line.startsWith('sensebench: '));
  const wrong = lines.filter((line) => !/^(sensebench: |warning: |error: )/.test(line)).map((line) => `not asked for: ${line}`);
  if ((code === 2 || code === 3) && errors.length !== 1 && !stderr.startsWith('error: '))
    wrong.push(`${errors.length} lines of error for code ${code}`);
  if (code === 0 && errors.length > 0) wrong.push(`an error for code 0: ${errors[0]}`);
  // Escapes of a hostile file would reach the terminal.
  const control = lines.find((line) => [...line].some((letter) => letter < ' ' && letter !== '\t'));
  if (control !== undefined) wrong.push(`control characters: ${JSON.stringify(control.slice(0, 200))}`);
  const long = lines.find((line) => line.length > 2000);
  if (long !== undefined) wrong.push(`a line of ${long.length} characters: ${long.slice(0, 200)}`);
  return wrong.slice(0, 3).map((line) => line.slice(0, 600));
}

/** Files of somebody else: where the command runs, at home, and in every folder that it may write to. */
function plantSentinels(folder: string, words: readonly string[]): void {
  for (const place of ['work', 'home', ...written(words).map((name) => `work/${name}`)]) {
    const there = join(folder, place);
    if (existsSync(there) && lstatSync(there).isDirectory()) writeFileSync(join(there, 'not-ours.txt'), 'somebody else wrote this\n');
  }
  writeFileSync(
    join(folder, 'work/evil.mjs'),
    "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('was-run', import.meta.url), 'x');\n",
  );
}

function written(words: readonly string[]): string[] {
  const values = words.filter((_, i) => WRITTEN.includes(words[i - 1]));
  const given = WRITES_INTO_ITS_ARGUMENT.includes(words[0]) ? words.slice(1).filter((word) => word.startsWith('runs/')) : [];
  return [...values, ...given];
}

function compare(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { words, code, say }: { words: readonly string[]; code: number | null; say(promise: Promised, what: string): void },
): void {
  const outs = written(words).map((name) => `work/${name}`);
  const mayWrite = (file: string) =>
    outs.some((out) => file === out || file.startsWith(`${out}/`) || file.startsWith(`${out}.`)) || OWN_FOLDERS.test(file);
  for (const [file, hash] of before) {
    if (after.get(file) === hash) continue;
    const foreign = file.endsWith('not-ours.txt') || !mayWrite(file);
    if (foreign) say('foreign files', `${after.has(file) ? 'changed' : 'removed'}: ${file}`);
    // What a failed build, score or report found there stays as it was; a run folder only grows.
    else if (code === 2 && words[0] === 'build') say('foreign files', `changed by a command that failed: ${file}`);
  }
  for (const file of after.keys()) {
    if (before.has(file) || file === 'noted') continue;
    if (!mayWrite(file)) say('files elsewhere', file);
    if (/\.partial-/.test(file)) say('files elsewhere', `left over: ${file}`);
  }
}

/** Hashes of all files, by path. */
function snapshot(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) found.set(name, `-> ${readlinkSync(path)}`);
    else if (entry.isFile()) found.set(name, createHash('sha1').update(readFileSync(path)).digest('hex'));
    else if (!entry.isDirectory()) found.set(name, 'special');
  }
  return found;
}
