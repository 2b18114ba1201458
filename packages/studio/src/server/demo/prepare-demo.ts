/** Creates the folders of the demonstration once: starter datasets of the benchmarks, and baseline runs on them. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCHMARK_NAMES } from 'sensebench/internal/app';
import { type ActionContext, type Benchmark, InputError, type Item, promptText } from 'sensebench/internal/core';
import { collectItems } from 'sensebench/internal/evaluate/predict';
import { hashFile, openRun, sha256 } from 'sensebench/internal/files';

/** Fast baselines that need no API key; each benchmark uses those that fit. */
const BASELINES = ['keywords', 'ngram', 'random', 'majority'];
const SYSTEMS = 3;
/** The number of outputs to judge, and of training items for the baselines. */
const ITEMS = 40;
const POOL = 300;
const SEED = 17;

export interface DemoFolders {
  datasets: string;
  runs: string;
}

export async function prepareDemo(data: string, context: ActionContext): Promise<DemoFolders> {
  const folders = { datasets: join(data, 'demo', 'datasets'), runs: join(data, 'demo', 'runs') };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  const all = await Promise.all(BENCHMARK_NAMES.map((name) => context.benchmark(name)));
  const benchmarks = all.filter(({ actions, starter }) => actions?.build && starter);
  for (const [i, benchmark] of benchmarks.entries()) {
    const { name, actions, starter } = benchmark;
    const build = actions?.build;
    if (!build || !starter) continue;
    const out = join(folders.datasets, `${name}-starter`);
    if (!existsSync(join(out, 'dataset.json'))) {
      context.say(`${i + 1} of ${benchmarks.length + 2}  building ${name}-starter from the starter corpus`);
      await build.run(build.options.parse({ ...starter(), out, seed: SEED }), {
        ...context,
        say: () => undefined,
        warn: () => undefined,
      });
    }
    await makeRuns(benchmark, { dataset: out, runs: join(folders.runs, name), context });
  }
  return folders;
}

async function makeRuns(
  benchmark: Benchmark,
  { dataset, runs, context }: { dataset: string; runs: string; context: ActionContext },
): Promise<void> {
  const items = (await collectItems(benchmark.read(dataset, { split: 'test' }))).slice(0, ITEMS);
  const train = existsSync(join(dataset, 'train.jsonl')) ? await collectItems(benchmark.read(dataset, { split: 'train' })) : [];
  const hash = await hashFile(join(dataset, 'test.jsonl'));
  let runCount = 0;
  for (const spec of BASELINES) {
    if (runCount === SYSTEMS) break;
    if (await makeRun(benchmark, { spec, items, pool: train.slice(0, POOL), out: join(runs, spec), hash, context })) runCount++;
  }
}

interface RunOptions {
  spec: string;
  items: readonly Item[];
  pool: readonly Item[];
  out: string;
  hash: string;
  context: ActionContext;
}

/** Returns false if the baseline does not fit the benchmark. */
async function makeRun(benchmark: Benchmark, { spec, items, pool, out, hash, context }: RunOptions): Promise<boolean> {
  if (existsSync(join(out, 'run.json'))) return true;
  const [[name, prompt]] = Object.entries(benchmark.prompts);
  try {
    const runner = await context.runner(spec, { benchmark, pool, items });
    const answers: { id: string; text: string }[] = [];
    for (const item of items) {
      const rendered = prompt.render({ item, examples: [] });
      const { text } = await runner.predict({ item, prompt: rendered, examples: [], seed: SEED, signal: context.signal });
      answers.push({ id: item.id, text: benchmark.parse?.(text, item) ?? text.trim() });
    }
    const run = await openRun(out, {
      benchmark: benchmark.name,
      runner: runner.id,
      prompt: { name, sha256: sha256(promptText(prompt.render({ item: items[0], examples: [] }))) },
      dataset: { name: `${benchmark.name}-starter`, split: 'test', sha256: hash, items: items.length },
      options: {},
      seed: SEED,
      versions: { sensebench: context.version },
    });
    for (const { id, text } of answers) run.append({ id, prediction: text, raw: text, repeat: 0, order: 0, examples: [], ms: 0 });
    await run.close();
    await runner.close?.();
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
