/** Benchmark × runner × metrics → run folder: asks what is not answered yet, then scores what is there. */
import { basename } from 'node:path';
import type { ActionContext, Benchmark, Item, Runner } from '../core/index.ts';
import { InputError } from '../core/index.ts';
import { hashFile, openRun, type RunManifest, sha256, splitFile } from '../files/index.ts';
import type { BootstrapOptions, MetricOptions } from '../metrics/index.ts';
import { type PredictResult, predict } from './predict.ts';
import { type RunScores, scoreRun } from './score-run.ts';

export interface EvaluateOptions {
  benchmark: Benchmark;
  runner: Runner;
  /** The file or dataset folder that the items were read from. */
  dataset: string;
  split?: string;
  items: readonly Item[];
  pool: readonly Item[];
  out: string;
  prompt?: string;
  shots?: number;
  orders: number;
  repeats: number;
  seed: number;
  /** What else changes the questions, for run.json. */
  recorded: Record<string, unknown>;
  retrieve?(item: Item): Promise<readonly string[]>;
  exhausted?(): boolean;
  metrics?: readonly string[];
  metricOptions?: MetricOptions;
  intervals?: BootstrapOptions;
}

export interface EvaluateResult extends PredictResult {
  scores: RunScores;
}

export async function evaluate(
  options: EvaluateOptions,
  context: Pick<ActionContext, 'progress' | 'signal' | 'tools' | 'version'>,
): Promise<EvaluateResult> {
  const { benchmark, runner, items, pool, out, orders, repeats, seed } = options;
  const { name, template } = choosePrompt(benchmark, options.prompt);
  const shots = options.shots ?? (pool.length > 0 ? template.shots : 0);
  if (shots > 0 && pool.length === 0) throw new InputError('few-shot examples are drawn from training items; give them with --train');
  if (items.length === 0) throw new InputError('has no items', { file: options.dataset });
  const manifest: RunManifest = {
    benchmark: benchmark.name,
    runner: runner.id,
    // The rendered first prompt stands for the template: a changed template is another prompt.
    prompt: { name, sha256: sha256(JSON.stringify(template.render({ item: items[0], examples: [] }))) },
    dataset: {
      name: basename(options.dataset),
      split: options.split,
      sha256: options.dataset === '-' ? sha256(JSON.stringify(items)) : await hashFile(splitFile(options.dataset, options.split)),
      items: items.length,
    },
    options: { shots, orders, repeats, ...options.recorded },
    seed,
    versions: { sensebench: context.version },
  };
  const run = await openRun(out, manifest);
  let asked: PredictResult;
  try {
    asked = await predict(run, { ...options, template, shots }, context);
  } finally {
    await run.close();
  }
  const scores = await scoreRun(out, { ...options, tools: context.tools, version: context.version });
  return { ...asked, scores };
}

function choosePrompt(benchmark: Benchmark, wanted?: string) {
  const name = wanted ?? Object.keys(benchmark.prompts)[0];
  const template = benchmark.prompts[name];
  if (!template) throw new InputError(`${benchmark.name} has no prompt "${name}"`, { expected: Object.keys(benchmark.prompts).join(', ') });
  return { name, template };
}
