/** `sensebench audit <dataset>`: how far one gets without understanding it, its patterns, repetitions and regions of the world. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ActionContext, type Benchmark, defineAction, InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { benchmarkOfDataset, findRun } from '../../app/index.ts';
import { BENCHMARK_NAMES } from '../../benchmarks/index.ts';
import {
  type AuditLanguage,
  auditDataset,
  describeAudit,
  measureBaselines,
  type NamedSplit,
  type RunItemScores,
  renderAuditPage,
} from '../../evaluate/audit/index.ts';
import { collectItems } from '../../evaluate/predict/index.ts';
import { isFolder, readRun, readRunManifest, writeFileAtomic } from '../../files/index.ts';
import { splitSentences, stemPorterNltk, WORLD_REGIONS, worldRegion } from '../../nlp/index.ts';

const [FIRST, SECOND = FIRST] = BENCHMARK_NAMES;
const SPLITS = ['train', 'dev', 'test'] as const;
const SHORTCUTS = ['shortcut:answer', 'shortcut:question', 'shortcut:nearest', 'majority', 'random'];

export const action = defineAction({
  summary: 'how far one gets in a dataset without understanding it, its templates, near-duplicates, telling words and regions of the world',
  arguments: [{ name: 'dataset', summary: 'dataset folder, or a file of the published format' }],
  options: z.object({
    dataset: z.string(),
    benchmark: z.string().optional().describe('what the dataset is of: a name or the module of your own (default: what the folder says)'),
    split: z.string().default('test').describe('split to audit, if the dataset is a folder; the others are compared with it'),
    train: z
      .string()
      .optional()
      .describe('training items for the baselines and near-duplicates (default: the train split of a dataset folder)'),
    run: z.array(z.string()).default([]).describe('run folders of the audited split: their scores by region of the world'),
    model: z.array(z.string()).default([]).describe('baselines to ask (default: those that the benchmark can have, without retrieve)'),
    overlap: z.number().min(0.1).max(1).default(0.8).describe('least share of words in common for a near-duplicate (Jaccard)'),
    top: z.number().int().positive().default(20).describe('most templates, keywords and answers to list'),
    seed: z.number().int().default(17),
    out: z.string().optional().describe('page to write, like audit.html'),
  }),
  examples: [
    'audit my-dataset --out audit.html',
    `audit dev.jsonl --benchmark ${SECOND} --train train.jsonl`,
    'audit my-dataset --split dev --run runs/mine runs/theirs',
    'audit my-dataset --model retrieve keywords --json',
  ],
  async run(options, context) {
    const { dataset, seed, out } = options;
    const benchmark = await benchmarkOfDataset(dataset, options.benchmark, context);
    const { splits, split } = await readSplits(benchmark, options);
    const items = splits.find(({ name }) => name === split)?.items ?? [];
    if (items.length === 0) throw new InputError('has no items', { file: dataset });
    const pool = splits.find(({ name }) => name === 'train' && name !== split)?.items ?? [];
    const runs = await Promise.all(
      options.run.map((folder) => readItemScores(folder, { ...options, benchmark, spec: options.benchmark }, context)),
    );
    const baselines = await measureBaselines({
      benchmark,
      items,
      models: options.model.length > 0 ? options.model : usualBaselines(benchmark, items),
      makeRunner: (model) => context.runner(model, { benchmark, pool, items }),
      scorer: context.scorer(benchmark.metrics.slice(0, 1)),
      seed,
      signal: context.signal,
    });
    const { overlap, top } = options;
    const audit = auditDataset({
      benchmark,
      dataset: basename(resolve(dataset)),
      split,
      splits,
      baselines,
      runs,
      language: LANGUAGE,
      overlap,
      top,
    });
    if (out !== undefined) await writeFileAtomic(out, renderAuditPage(audit, { benchmark, version: context.version }));
    const text = describeAudit(audit, { benchmark, width: context.width });
    return { json: { ...audit, ...(out === undefined ? {} : { out }) }, text: out === undefined ? text : `${text}\n\npage: ${out}` };
  },
});

const LANGUAGE: AuditLanguage = {
  sentences: (text) => splitSentences(text).map((sentence) => sentence.text),
  stem: stemPorterNltk,
  region: worldRegion,
  regions: WORLD_REGIONS,
};

/** Of a folder all usual splits and the audited one; of a file itself and the training items. Training items come first. */
async function readSplits(
  benchmark: Benchmark,
  { dataset, split, train }: { dataset: string; split: string; train?: string },
): Promise<{ splits: NamedSplit[]; split: string }> {
  const read = async (name: string, path: string) => ({ name, items: await collectItems(benchmark.read(path, { split: name })) });
  const given = train === undefined ? [] : [await read('train', train)];
  if (!isFolder(dataset)) {
    const name = basename(dataset).replace(/\..*$/, '') || 'dataset';
    const own = given.length > 0 && name === 'train' ? 'dataset' : name;
    return { splits: [...given, await read(own, dataset)], split: own };
  }
  if (split === 'train' && given.length > 0)
    throw new InputError('--train names other training items; leave it out to audit the split train');
  const names = SPLITS.filter((name) => (name !== 'train' || given.length === 0) && existsSync(join(dataset, `${name}.jsonl`)));
  const wanted = new Set<string>([...names, split]);
  return { splits: [...given, ...(await Promise.all(Array.from(wanted, (name) => read(name, dataset))))], split };
}

interface ReadItemScoresOptions {
  benchmark: Benchmark;
  dataset: string;
  split: string;
  /** What the user named. */
  spec?: string;
}

/** The headline score of each item. A score of a whole dataset (F1) says nothing of one item: with choices it is the accuracy. */
async function readItemScores(
  folder: string,
  { benchmark, dataset, split, spec }: ReadItemScoresOptions,
  context: ActionContext,
): Promise<RunItemScores> {
  const recorded = await readRunManifest(folder);
  if (recorded.benchmark !== benchmark.name)
    throw new InputError(`is a run of another benchmark (${recorded.benchmark}); the dataset is of ${benchmark.name}`, { file: folder });
  const { manifest } = await findRun(folder, { dataset, benchmark: spec }, context);
  if (isFolder(dataset) && manifest.dataset.split !== split)
    throw new InputError(`is a run of the split "${manifest.dataset.split}"; audit it with --split`, { file: folder });
  const { scores } = await readRun(folder);
  const outputs = Object.keys(scores.corpus);
  const output = benchmark.choices && outputs.includes('accuracy') ? 'accuracy' : outputs[0];
  const perItem = scores.perItem.flatMap(({ id, [output]: value }): [string, number][] => (typeof value === 'number' ? [[id, value]] : []));
  return { name: folder, output, perItem: new Map(perItem) };
}

function usualBaselines({ choices, keywords, guess }: Benchmark, items: readonly Item[]): string[] {
  if (choices) return SHORTCUTS;
  const several = items.some(({ references }) => references.length > 1);
  return [...(keywords ? ['keywords'] : []), ...(guess ? ['random'] : []), ...(several ? ['copy'] : [])];
}
