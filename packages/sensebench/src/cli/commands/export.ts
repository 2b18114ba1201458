/** `sensebench export lm-eval|inspect <dataset>`: a split as a task that another harness runs as it is. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  defineAction,
  InputError,
  type PromptTemplate,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { benchmarkOfDataset } from '../../app/index.ts';
import { BENCHMARK_NAMES } from '../../benchmarks/index.ts';
import { inspectTask, lmEvalTask, type TaskDocuments, type TaskFiles, taskDocuments, taskName } from '../../evaluate/export/index.ts';
import { collectItems, readPool } from '../../evaluate/predict/index.ts';
import { createFolder, isFolder, writeFileAtomic } from '../../files/index.ts';

const [FIRST] = BENCHMARK_NAMES;

const Options = z.object({
  dataset: z.string(),
  out: z.string().describe('the folder to write'),
  benchmark: z.string().optional().describe('what the dataset is of: a name or the module of your own (default: what the folder says)'),
  split: z.string().default('test').describe('split to ask, if the dataset is a folder'),
  train: z.string().optional().describe('training items for few-shot examples (default: the train split of a dataset folder)'),
  prompt: z.string().optional().describe('name of a prompt template'),
  shots: z.number().int().min(0).optional().describe('few-shot examples per item'),
  limit: z.number().int().positive().optional().describe('only the first n items'),
  seed: z.number().int().default(17).describe('seed of the few-shot examples'),
  name: z.string().optional().describe('name of the task (default: made from the names of dataset and split)'),
});

interface Harness {
  title: string;
  word: string;
  /** The kind of template that it asks with. */
  kind: PromptTemplate['kind'];
  write(documents: TaskDocuments, options: { name: string }): TaskFiles;
  /** The command line that runs the task. */
  call(name: string, out: string): string;
}

const lmEval: Harness = {
  title: 'lm-evaluation-harness',
  word: 'lm-eval',
  kind: 'completion',
  write: lmEvalTask,
  call: (name, out) => `lm_eval run --include_path ${out} --tasks ${name} --model … --log_samples --output_path results`,
};

const inspect: Harness = {
  title: 'inspect_ai',
  word: 'inspect',
  kind: 'chat',
  write: inspectTask,
  call: (name, out) => `inspect eval ${join(out, `${name}.py`)} --model …`,
};

function exportFor(harness: Harness): Action {
  return defineAction({
    summary: `a split as a task for ${harness.title}: the prompts that evaluate sends, with references`,
    arguments: [{ name: 'dataset', summary: 'dataset folder, or a file of the published format' }],
    options: Options,
    examples: [
      `export ${harness.word} my-dataset --out ${harness.word}-task`,
      `export ${harness.word} dev.jsonl --benchmark ${FIRST} --train train.jsonl --shots 5 --out ${harness.word}-dev`,
    ],
    run: (options, context) => run(harness, options, context),
  });
}

async function run(harness: Harness, options: z.infer<typeof Options>, context: ActionContext): Promise<ActionResult> {
  const { dataset, out, prompt, shots, seed } = options;
  if (existsSync(out) && (!isFolder(out) || readdirSync(out).length > 0))
    throw new InputError('exists already; choose another folder', { file: out });
  const benchmark = await benchmarkOfDataset(dataset, options.benchmark, context);
  const split = isFolder(dataset) ? options.split : undefined;
  const items = (await collectItems(benchmark.read(dataset, { split }))).slice(0, options.limit);
  const pool = await readPool(benchmark, { train: options.train, dataset, split });
  const documents = taskDocuments({ benchmark, dataset, items, pool, prompt, kind: harness.kind, shots, seed });
  const name = taskName(options.name ?? usualName(benchmark.name, dataset, split));
  const files = harness.write(documents, { name });
  await createFolder(out, {}, async (folder) => {
    for (const [file, content] of Object.entries(files)) await writeFileAtomic(join(folder, file), content);
  });
  const json = {
    out,
    task: name,
    items: documents.documents.length,
    prompt: documents.prompt,
    shots: documents.shots,
    choices: documents.choices,
    files: Object.keys(files),
  };
  const text = [
    `${json.items} items with the prompt "${json.prompt}" and ${json.shots} examples, as the task ${name} in ${out}`,
    `run it: ${harness.call(name, out)}`,
  ];
  return { json, text: text.join('\n') };
}

/** The benchmark is named once, also where the folder is called after it. */
function usualName(benchmark: string, dataset: string, split: string | undefined): string {
  const file = basename(resolve(dataset)).replace(/\.jsonl?(\.gz)?$/, '');
  return [...(file.includes(benchmark) ? [] : [benchmark]), file, ...(split === undefined ? [] : [split])].join('_');
}

export const actions: Readonly<Record<string, Action>> = { 'lm-eval': exportFor(lmEval), inspect: exportFor(inspect) };
