/** Data never runs code: a folder that names a module does not make any command load it, and a broken module is one line. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Action, InputError } from '../../packages/metrics/src/core/index.ts';
import { loadTools } from '../../packages/metrics/src/metrics/index.ts';
import { action as compare } from '../../packages/sensebench/src/cli/commands/compare.ts';
import { action as evaluate } from '../../packages/sensebench/src/cli/commands/evaluate.ts';
import { action as explain } from '../../packages/sensebench/src/cli/commands/explain.ts';
import { action as judge } from '../../packages/sensebench/src/cli/commands/judge.ts';
import { action as report } from '../../packages/sensebench/src/cli/commands/report.ts';
import { action as rescore } from '../../packages/sensebench/src/cli/commands/rescore.ts';
import { sha256 } from '../../packages/sensebench/src/files/index.ts';
import { quietContext } from '../quiet-context.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');
const root = join(import.meta.dirname, '../..');

let folder: string;
let module: string;
let trap: string;
let run: string;
let dataset: string;
let warned: string[] = [];
const context = quietContext({ tools: loadTools, warn: (line) => void warned.push(line) });

const call = (action: Action, options: Record<string, unknown>) => action.run(action.options.parse(options), context);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-no-code-'));
  trap = join(folder, 'was-run');
  module = join(folder, 'own.js');
  const source = (await readFile(join(EXAMPLES, 'my-benchmark.js'), 'utf8')).replace("'zod'", `'${import.meta.resolve('zod')}'`);
  await writeFile(module, `import { writeFileSync } from 'node:fs';\n${source}\nwriteFileSync(${JSON.stringify(trap)}, 'run');\n`);
  await copyFile(join(EXAMPLES, 'proverbs.jsonl'), join(folder, 'proverbs.jsonl'));
  const predictions = join(folder, 'predictions.jsonl');
  await writeFile(predictions, [1, 2, 3, 4, 5, 6].map((id) => JSON.stringify({ id: String(id), prediction: 'a day' })).join('\n'));
  run = join(folder, 'run');
  await call(evaluate, { benchmark: module, dataset: join(folder, 'proverbs.jsonl'), model: `file:${predictions}`, out: run });
  expect(existsSync(trap)).toBe(true);
  await rm(trap);
  dataset = join(folder, 'dataset');
  await mkdir(dataset);
});
afterEach(() => {
  warned = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the run whose run.json says something else. */
async function runThatSays(change: (manifest: { benchmark: string; source: Record<string, unknown> }) => void): Promise<string> {
  const out = await mkdtemp(join(folder, 'copy-'));
  for (const file of ['predictions.jsonl', 'scores.json', 'evidence.jsonl'])
    if (existsSync(join(run, file))) await copyFile(join(run, file), join(out, file));
  const manifest = JSON.parse(await readFile(join(run, 'run.json'), 'utf8'));
  change(manifest);
  await writeFile(join(out, 'run.json'), JSON.stringify(manifest));
  return out;
}

const COMMANDS: [string, (run: string) => Promise<unknown>][] = [
  ['report', (folder) => call(report, { run: [folder] })],
  ['compare', (folder) => call(compare, { run: [folder, folder] })],
  ['rescore', (folder) => call(rescore, { run: [folder] })],
  ['judge', (folder) => call(judge, { run: [folder], model: 'openai:x@http://127.0.0.1:9/v1', out: join(folder, 'judged') })],
];

describe('a run folder that names a module', () => {
  it('records its name, its relative path and its hash', async () => {
    const manifest = JSON.parse(await readFile(join(run, 'run.json'), 'utf8'));
    expect(manifest.benchmark).toBe('proverbs');
    expect(manifest.source.module).toEqual({ path: '../own.js', sha256: sha256(await readFile(module)) });
  });

  describe.each(COMMANDS)('%s', (_, start) => {
    it.each<[string, () => Promise<string>]>([
      ['a relative path', async () => run],
      ['an absolute path', () => runThatSays(({ source }) => Object.assign(source, { module: { path: module, sha256: 'x' } }))],
      [
        'the layout of earlier versions',
        () => runThatSays((m) => Object.assign(m, { source: { ...m.source, module: undefined, benchmark: '../own.js' } })),
      ],
      [
        'a path where a name belongs',
        () => runThatSays((m) => Object.assign(m, { benchmark: module, source: { dataset: m.source.dataset } })),
      ],
      ['a built-in name and a module', () => runThatSays((m) => Object.assign(m, { benchmark: 'commongen' }))],
    ])('does not load it from %s', async (_, prepare) => {
      const error = await start(await prepare()).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).toMatch(/is of the benchmark ".*--benchmark/);
      expect(existsSync(trap)).toBe(false);
    });
  });

  it('is read when the user names the module; another one than recorded is said', async () => {
    await call(rescore, { run: [run], benchmark: module });
    expect(warned).toEqual([]);
    const changed = join(folder, 'changed.js');
    await writeFile(changed, `${await readFile(module, 'utf8')}\n// changed\n`);
    await call(rescore, { run: [run], benchmark: changed });
    expect(warned).toEqual([expect.stringMatching(/changed\.js is not the module as it was when .*run was made \(sha256 [0-9a-f]{12}…\)/)]);
    await rm(trap, { force: true });
  });
});

describe('a dataset folder that names a module', () => {
  it.each([['relative'], ['absolute']])('by %s path does not make explain load it', async (kind) => {
    const benchmark = kind === 'absolute' ? module : relative(dataset, module);
    const manifest = { benchmark, config: {}, seed: 1, versions: {}, sources: {}, splits: {} };
    await writeFile(join(dataset, 'dataset.json'), JSON.stringify(manifest));
    await writeFile(join(dataset, 'ledger.jsonl'), '');
    await expect(call(explain, { dataset, row: 'x' })).rejects.toThrow(/has no row or dropped row "x"/);
    expect(existsSync(trap)).toBe(false);
  });
});

describe('the command line', () => {
  const cli = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'packages/sensebench/src/cli/main.ts', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, stderr };
  };

  it('says in one line that a module is broken, and ends with code 2', async () => {
    const broken = join(folder, 'broken.mjs');
    await writeFile(broken, 'export const a = 1;\nexport const benchmark = {{;\n');
    const { status, stderr } = cli('evaluate', broken, '--dataset', 'x', '--model', 'keywords', '--out', join(folder, 'none'));
    expect(stderr).toMatch(/^sensebench: .*broken\.mjs: cannot be loaded: SyntaxError: .*\n$/);
    expect(status).toBe(2);
    const shapeless = join(folder, 'shapeless.mjs');
    await writeFile(shapeless, "export const benchmark = { name: 'x' };\n");
    expect(cli(shapeless)).toEqual({ status: 2, stderr: expect.stringMatching(/^sensebench: .*shapeless\.mjs, field "title": .*\n$/) });
  });

  it('asks which benchmark before it takes a value for one', () => {
    expect(cli('build', '--out', 'situatedgen')).toEqual({
      status: 2,
      stderr: 'sensebench: which benchmark? `sensebench build --help` lists them\n',
    });
  });
});
