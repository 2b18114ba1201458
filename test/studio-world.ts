/** A studio for browser tests: small datasets and runs of all built-in benchmarks, and the real server on embedded PostgreSQL. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as buildPages } from 'vite';
import type { ActionContext, App, Benchmark, Item, Runner } from '../packages/metrics/src/core/index.ts';
import { describeInput } from '../packages/metrics/src/core/index.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { evaluate } from '../packages/sensebench/src/evaluate/index.ts';
import { startStudio } from '../packages/studio/src/server/start-studio.ts';
import { quietContext } from './quiet-context.ts';

const corpus = fileURLToPath(new URL('../corpus/', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));

export interface StudioWorld {
  address: string;
  /** Of datasets and runs. */
  folder: string;
  /** It works once. */
  ownerLink: string;
  log: string[];
  close(): Promise<void>;
}

export async function openStudioWorld(): Promise<StudioWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'sensebench-studio-'));
  // As root, PostgreSQL runs as somebody else, who must be let in.
  await chmod(folder, 0o755);
  const app = createApp({ environment: {}, version: '0.0.0', say: () => undefined, now: () => new Date() });
  // Not dist/web: the test of the package builds dist/ anew at any moment.
  const web = join(folder, 'web');
  await buildPages({
    root: join(root, 'packages/studio/web'),
    configFile: join(root, 'packages/studio/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: web },
  });
  await makeDatasets(folder, app);
  const log: string[] = [];
  const places = { data: join(folder, 'data'), datasets: join(folder, 'datasets'), runs: join(folder, 'runs') };
  const running = await startStudio({ app, ...places, web, host: '127.0.0.1', port: 0, log: (line) => log.push(line) });
  return {
    address: running.url,
    ownerLink: running.link,
    folder,
    log,
    async close() {
      await running.close();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PLACES = ['Japan', 'Kenya', 'Peru', 'France'];
const THINGS = ['rice', 'coffee', 'grapes', 'olives'];

async function makeDatasets(folder: string, app: App): Promise<void> {
  const context = quietContext({ tools: app.tools });
  const build = async (name: string, options: Record<string, unknown>) => {
    const { actions } = await context.benchmark(name);
    const out = join(folder, 'datasets', name);
    const action = actions?.build;
    if (!action) throw new Error(`${name} has no build`);
    await action.run(action.options.parse({ out, ...options }), context);
    return out;
  };
  const statements = join(folder, 'statements.txt');
  await writeFile(statements, PLACES.flatMap((place) => THINGS.map((thing) => `Farmers in ${place} sell ${thing}.`)).join('\n'));
  await build('situatedgen', { statements: [statements], step: ['mine(max-partners=3)'], pairs: 'paper' });
  const captions = join(folder, 'captions.txt');
  const lines = ['dog', 'cat', 'girl', 'man'].flatMap((who) =>
    ['ball', 'stick', 'frisbee', 'kite'].flatMap((what) =>
      ['park', 'field', 'garden'].map((where) => `A ${who} catches a ${what} in the ${where}.`),
    ),
  );
  await writeFile(captions, [...lines, ...lines].join('\n'));
  await build('commongen', { captions: [captions], least: 2, leastConcept: 2, train: '3=20', dev: '3=5', test: '3=5' });
  const author = join(corpus, 'tgcsr', 'moving-house');
  await build('tgcsr', { author, ratings: [join(author, 'ratings.csv')] });
  for (const name of ['commongen', 'tgcsr']) await run(await context.benchmark(name), folder, context);
}

const SYSTEMS: Readonly<Record<string, (item: Item) => string>> = {
  good: ({ references }) => references[0] ?? 'yes',
  middling: (item) => `${describeInput(item)}.`,
  // Markup and a character that turns the line: to be shown as they are.
  bad: () => '<b onclick=alert(1)>It</b> is \u202ewhat it is.',
};

async function run(benchmark: Benchmark, folder: string, context: ActionContext): Promise<void> {
  const dataset = join(folder, 'datasets', benchmark.name);
  const items: Item[] = [];
  for await (const item of benchmark.read(dataset, { split: 'test' })) items.push(item);
  for (const [system, answer] of Object.entries(SYSTEMS)) {
    const runner: Runner = { id: system, predict: async ({ item }) => ({ text: answer(item) }) };
    const out = join(folder, 'runs', `${benchmark.name}-${system}`);
    const scorer = context.scorer(benchmark.choices ? benchmark.metrics : ['length']);
    const settings = { shots: 0, orders: 1, repeats: 1, seed: 1, recorded: {}, intervals: { seed: 1 } };
    await evaluate({ benchmark, runner, dataset, split: 'test', items, pool: [], out, scorer, ...settings }, context);
  }
}
