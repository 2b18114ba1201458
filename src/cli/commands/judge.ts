/** `sensebench judge <run> [<run>]`: a language model judges the outputs of a run, or compares those of two in both orders. */
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { decisionSchema } from '../../annotate/index.ts';
import { findRun, runOptions } from '../../app/index.ts';
import type { Table } from '../../core/index.ts';
import { type Benchmark, type Decision, defineAction, InputError, type PromptTemplate } from '../../core/index.ts';
import { JUDGE, JUDGE_CRITERIA, type JudgeItem, judgeItems, summarizePairs, summarizeSingle } from '../../evaluate/judge/index.ts';
import { predict, selectItems } from '../../evaluate/predict/index.ts';
import { readRun } from '../../evaluate/scores/index.ts';
import { openRun, readJsonl, readPredictions, sha256, writeJson } from '../../files/index.ts';
import { percent, tableToText } from '../../report/index.ts';

const CRITERIA = JUDGE_CRITERIA.map(({ name }) => name) as [string, ...string[]];

export const action = defineAction({
  summary: 'let a language model judge the outputs of a run, or compare those of two',
  arguments: [{ name: 'run', summary: 'one run folder, or two of one dataset', variadic: true }],
  options: z.object({
    run: z.array(z.string()).min(1).max(2),
    model: z.string().describe('the judge: openai:MODEL[@baseURL]'),
    out: z.string().describe('the folder of the verdicts; the same command goes on with an interrupted one'),
    criteria: z
      .array(z.enum(CRITERIA))
      .default([...CRITERIA])
      .describe('what is judged'),
    decisions: z.string().optional().describe("people's decisions on the same items (JSON Lines), to compare the judge with"),
    limit: z.number().int().positive().optional().describe('only the first n items'),
    sample: z.number().int().positive().optional().describe('n items drawn by seed'),
    seed: z.number().int().default(17),
    concurrency: z.number().int().positive().default(8),
    timeout: z.number().positive().default(60).describe('seconds for one request'),
    retries: z.number().int().min(0).default(8),
    price: z.string().optional().describe('dollars for a million input and output tokens, like 0.15,0.60'),
    maxCost: z.number().positive().optional().describe('stop asking when the verdicts have cost so many dollars'),
    cache: z.string().optional().describe('a folder of responses'),
    ...runOptions,
  }),
  examples: [
    'judge runs/flan-t5 --model openai:gpt-4o-mini --out judged/flan-t5',
    'judge runs/flan-t5 runs/gpt-4o-mini --model openai:gpt-4o --decisions votes.jsonl --out judged/pair --json',
  ],
  resumes: true,
  async run({ run: folders, out, ...options }, context) {
    const { seed, limit, sample, maxCost, price } = options;
    if (maxCost !== undefined && !price) throw new InputError('--max-cost needs --price, to know what a token costs');
    const { items: all, manifest } = await findRun(folders[0], options, context);
    const runs = await Promise.all(folders.map(readRun));
    if (runs.some((run) => run.manifest.dataset.sha256 !== manifest.dataset.sha256)) throw new InputError('these are runs of two datasets');
    if (runs.length === 2 && runs[0].name === runs[1].name) throw new InputError('the two run folders have the same name');
    const criteria = JUDGE_CRITERIA.filter(({ name }) => options.criteria.includes(name));
    const items = judgeItems({ items: selectItems(all, { limit, sample, seed }), runs, criteria });
    if (items.length === 0) throw new InputError('these runs have no answered item in common');
    const runner = await context.runner(options.model, {
      concurrency: options.concurrency,
      timeoutSeconds: options.timeout,
      retries: options.retries,
      maxOutputTokens: 16,
      price,
      cache: options.cache,
    });
    const template = JUDGE.prompts.judge as PromptTemplate<JudgeItem>;
    const verdictRun = await openRun(out, {
      benchmark: 'judge',
      runner: runner.id,
      prompt: { name: 'judge', sha256: sha256(JSON.stringify(template.render({ item: items[0], examples: [] }))) },
      dataset: {
        name: folders.map((folder) => basename(resolve(folder))).join(' × '),
        sha256: sha256(JSON.stringify(items)),
        items: items.length,
      },
      options: { criteria: options.criteria, limit, sample, ...runner.settings },
      seed,
      versions: { sensebench: context.version },
    });
    try {
      const asked = await predict(
        verdictRun,
        {
          benchmark: JUDGE as unknown as Benchmark,
          runner,
          template: template as unknown as PromptTemplate,
          items,
          pool: [],
          shots: 0,
          orders: 1,
          repeats: 1,
          seed,
          maxCost,
        },
        context,
      );
      if (asked.left > 0) context.warn(`the budget of $${maxCost} is used up; ${asked.left} verdicts were not asked for`);
    } finally {
      await verdictRun.close();
    }
    const verdicts = new Map<string, string>();
    for await (const { id, prediction } of readPredictions(out)) verdicts.set(id, prediction);
    const decisions: Decision[] = [];
    if (options.decisions) for await (const { value } of readJsonl(options.decisions, decisionSchema)) decisions.push(value);
    const summary = { items, verdicts, criteria, decisions, seed };
    const base = { judge: runner.id, runs: runs.map(({ name }) => name) };
    if (runs.length === 1) {
      const json = { ...base, criteria: summarizeSingle(summary) };
      await writeJson(join(out, 'judge.json'), json);
      return { json, text: tableToText(singleTable(json.criteria)) };
    }
    const json = { ...base, criteria: summarizePairs(summary) };
    await writeJson(join(out, 'judge.json'), json);
    return { json, text: tableToText(pairTable(json.criteria, base.runs)) };
  },
});

const peopleColumns = [
  { key: 'agreement', label: 'agrees with people', align: 'right' as const, format: percent(1) },
  { key: 'kappa', label: 'kappa', align: 'right' as const },
];

function singleTable(criteria: ReturnType<typeof summarizeSingle>): Table {
  return {
    columns: [
      { key: 'criterion', label: 'criterion' },
      { key: 'share', label: 'meets it', align: 'right', format: percent(1) },
      { key: 'interval', label: '95% interval', align: 'right' },
      { key: 'items', label: 'items', align: 'right' },
      { key: 'unclear', label: 'unclear', align: 'right' },
      ...peopleColumns,
    ],
    rows: Object.entries(criteria).map(([criterion, { interval, people, ...rest }]) => ({
      criterion,
      ...rest,
      interval: interval?.map((end) => (100 * end).toFixed(1)).join('–'),
      agreement: people?.agreement,
      kappa: people?.cohenKappa,
    })),
  };
}

function pairTable(criteria: ReturnType<typeof summarizePairs>, runs: readonly string[]): Table {
  return {
    columns: [
      { key: 'criterion', label: 'criterion' },
      ...runs.map((run, i) => ({ key: `run${i}`, label: `${run} better`, align: 'right' as const })),
      { key: 'ties', label: 'tie', align: 'right' },
      { key: 'orderBias', label: 'turned with the order', align: 'right', format: percent(1) },
      { key: 'unclear', label: 'unclear', align: 'right' },
      ...peopleColumns,
    ],
    rows: Object.entries(criteria).map(([criterion, { wins, people, ties, orderBias, unclear }]) => ({
      criterion,
      ...Object.fromEntries(runs.map((run, i) => [`run${i}`, wins[run] ?? 0])),
      ties,
      orderBias,
      unclear,
      agreement: people?.agreement,
      kappa: people?.cohenKappa,
    })),
  };
}
