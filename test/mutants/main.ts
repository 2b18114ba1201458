/**
 * `npm run mutants`: changes one operator or number at a time, drawn by seed over all rooms, and runs the tests. A change that no test
 * notices is a survivor: strengthen a test, delete the code, or list it with its reason in equivalent.json.
 *
 *     npm run mutants -- --count 200 --seed 1 --rooms server,build --log mutants.jsonl
 *
 * It works in a copy of the committed files, so that the tree stays as it is. A log that is there is gone on with.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { findMutations, type Mutation, mutate } from './find-mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What takes longer than this is an endless loop, which is noticed too. */
const LONGEST_MS = { folder: 3 * 60_000, related: 15 * 60_000 };

interface Mutant extends Mutation {
  room: string;
  file: string;
}

type Outcome = 'killed beside' | 'killed' | 'survived' | 'equivalent';

interface Verdict extends Pick<Mutant, 'room' | 'file' | 'line' | 'original' | 'replacement'> {
  outcome: Outcome;
  seconds: number;
}

interface Equivalent extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  /** The text of its line, trimmed: line numbers change. */
  text: string;
  reason: string;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    rooms: { type: 'string' },
    log: { type: 'string', default: 'mutants.jsonl' },
  },
});

const mutants = drawMutants({ count: Number(values.count), seed: values.seed, rooms: values.rooms?.split(',') });
const verdicts = existsSync(values.log) ? readLog(values.log) : [];
const known = new Set(verdicts.map(keyOf));
const equivalents: Equivalent[] = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'));

const copy = copyTree();
try {
  for (const mutant of mutants.filter((one) => !known.has(keyOf(one)))) {
    const verdict = await judge(mutant);
    verdicts.push(verdict);
    appendFileSync(values.log, `${JSON.stringify(verdict)}\n`);
    console.log(`${verdict.outcome.padEnd(13)} ${verdict.file}:${verdict.line} ${verdict.original} → ${verdict.replacement}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
printSummary(verdicts);

/** As many of each room, so that small rooms are tried too. */
function drawMutants({ count, seed, rooms }: { count: number; seed: string; rooms?: readonly string[] }): Mutant[] {
  const random = createRandom(`mutants/${seed}`);
  const byRoom = new Map<string, Mutant[]>();
  for (const file of sourceFiles()) {
    const room = roomOf(file);
    if (rooms && !rooms.includes(room)) continue;
    const found = findMutations(readFileSync(join(ROOT, file), 'utf8'), file).map((mutation) => ({ ...mutation, room, file }));
    byRoom.set(room, [...(byRoom.get(room) ?? []), ...found]);
  }
  const shuffled = [...byRoom].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => random.shuffle(found));
  const drawn: Mutant[] = [];
  for (let turn = 0; drawn.length < count && shuffled.some((found) => turn < found.length); turn++)
    drawn.push(...shuffled.flatMap((found) => found[turn] ?? []));
  return drawn.slice(0, count);
}

function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', 'packages'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return listed.filter((file) => /(^|\/)src\/.*\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|-browser-script\.ts$|\/index\.ts$/.test(file));
}

/** The folder below `src`, also of a package. */
function roomOf(file: string): string {
  return /(?:^|\/)src\/([^/]+)/.exec(file)?.[1].replace(/\.ts$/, '') ?? file;
}

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  execFileSync('git', ['clone', '--quiet', '--local', ROOT, folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** First the tests of the file's folder, which take seconds, then all that reach the file. */
async function judge(mutant: Mutant): Promise<Verdict> {
  const { room, file, line, original, replacement } = mutant;
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const started = performance.now();
  const verdict = (outcome: Outcome): Verdict => ({
    ...{ room, file, line, original, replacement, outcome },
    seconds: Math.round((performance.now() - started) / 1000),
  });
  const lineText = text.split('\n')[line - 1].trim();
  if (equivalents.some((one) => keyOf({ ...one, line: 0 }) === keyOf({ ...mutant, line: 0 }) && one.text === lineText))
    return verdict('equivalent');
  writeFileSync(path, mutate(text, mutant));
  try {
    const beside = path.replace(/\.ts$/, '.test.ts');
    if (existsSync(beside) && !(await passes([file.replace(/\.ts$/, '.test.ts')]))) return verdict('killed beside');
    if (!(await passes([`${dirname(file)}/`]))) return verdict('killed');
    return verdict((await passes(['related', file])) ? 'survived' : 'killed');
  } finally {
    writeFileSync(path, text);
  }
}

function passes(args: readonly string[]): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const [command, rest] = args[0] === 'related' ? ['related', args.slice(1)] : ['run', args];
  const options = ['--run', '--bail', '1', '--project', 'together', '--project', 'alone', '--passWithNoTests', '--reporter', 'dot'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, command, ...rest, ...options], {
      cwd: copy,
      stdio: 'ignore',
      timeout: command === 'related' ? LONGEST_MS.related : LONGEST_MS.folder,
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

function keyOf({ file, line, original, replacement }: Pick<Mutant, 'file' | 'line' | 'original' | 'replacement'>): string {
  return [file, line, original, replacement].join('\n');
}

function readLog(file: string): Verdict[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function printSummary(all: readonly Verdict[]): void {
  const rooms = [...new Set(all.map(({ room }) => room))].sort();
  const row = (name: string, of: readonly Verdict[]) => {
    const noticed = of.filter(({ outcome }) => outcome !== 'survived').length;
    console.log(`${name.padEnd(12)} ${`${noticed} of ${of.length}`.padStart(12)} ${((100 * noticed) / of.length).toFixed(0).padStart(4)}%`);
  };
  console.log('\nkilled by a test, or listed as equivalent:');
  for (const room of rooms)
    row(
      room,
      all.filter((one) => one.room === room),
    );
  row('all', all);
  const survivors = all.filter(({ outcome }) => outcome === 'survived');
  if (survivors.length > 0) console.log('\nsurvivors:');
  for (const { file, line, original, replacement } of survivors) console.log(`  ${file}:${line} ${original} → ${replacement}`);
  console.log(`\nThe log is in ${basename(values.log)}.`);
}
