/** `sensebench judge <run> [<run>]`: a language model judges the outputs of a run, or compares those of two in both orders. */
import { basename, join, resolve } from 'node:path';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { tasksOf } from '../../annotate/index.ts';
import { demandPrice, findRun, runOptions } from '../../app/index.ts';
import { askJudge, judgeOne, judgeTwo } from '../../evaluate/judge/index.ts';
import { selectItems } from '../../evaluate/predict/index.ts';
import { openRun, readPredictions, readRun, sha256, writeJson, writeJsonl } from '../../files/index.ts';
import { readCalibration, warnOfOtherJudge } from './calibrate.ts';

/** Longest verdict. */
const VERDICT_TOKENS = 16;

export const action = defineAction({
  summary: 'let a language model judge the outputs of a run, or compare those of two',
  arguments: [{ name: 'run', summary: 'one run folder, or two of one dataset', variadic: true }],
  options: z.object({
    run: z.array(z.string()).min(1).max(2),
    model: z.string().describe('the judge, with options or without: openai:gpt-4o(concurrency=4,price=2.50/10)'),
    out: z.string().describe('the folder of the verdicts; the same command goes on with an interrupted one'),
    criteria: z.array(z.string()).default([]).describe("criteria that one run is judged by (default: all of the benchmark's)"),
    decisions: z.array(z.string()).default([]).describe("people's decisions of the same task, to compare the judge with"),
    calibration: z.string().optional().describe('a file of `calibrate --out`: warns where it is of another judge, task or rubric'),
    limit: z.number().int().positive().optional().describe('only the first n items'),
    sample: z.number().int().positive().optional().describe('n items drawn by seed, spread over what items share'),
    seed: z.number().int().default(17).describe('seed of --sample and of the model'),
    maxCost: z.number().positive().optional().describe('stop asking when the verdicts have cost so many dollars'),
    ...runOptions,
  }),
  examples: [
    'judge runs/flan-t5 --model openai:gpt-4o-mini --out judged/flan-t5',
    'judge runs/flan-t5 runs/gpt-4o-mini --model openai:gpt-4o --decisions votes.jsonl --out judged/pair --json',
  ],
  resumes: true,
  async run({ run: folders, out, ...options }, context) {
    const { seed, limit, sample, maxCost } = options;
    const { items: all, manifest, benchmark } = await findRun(folders[0], options, context);
    const runs = await Promise.all(folders.map(readRun));
    if (runs.some((run) => run.manifest.dataset.sha256 !== manifest.dataset.sha256)) throw new InputError('these are runs of two datasets');
    if (runs.length === 2 && runs[0].name === runs[1].name) throw new InputError('the two run folders have the same name');
    const source = {
      items: selectItems(all, { limit, sample, seed, units: benchmark.units }),
      seed,
      runs: runs.map(({ name, predictions }) => ({
        name,
        outputs: new Map([...predictions].map(([id, { prediction }]) => [id, prediction])),
      })),
    };
    const judging = runs.length === 1 ? judgeOne(benchmark, source, options.criteria) : judgeTwo(benchmark, source);
    const { task, questions } = judging;
    const rubric = sha256(judging.rubric);
    if (options.calibration) warnOfOtherJudge(await readCalibration(options.calibration), { judge: options.model, task, rubric }, context);
    if (questions.length === 0) throw new InputError('these runs have no answered item in common');
    const runner = await context.runner(options.model, { benchmark, usual: { maxTokens: VERDICT_TOKENS } });
    demandPrice(runner, maxCost);
    const folder = await openRun(out, {
      benchmark: task,
      runner: runner.id,
      prompt: { name: 'judge', sha256: sha256(JSON.stringify(questions[0].prompt)) },
      dataset: {
        name: folders.map((each) => basename(resolve(each))).join(' × '),
        sha256: sha256(JSON.stringify(questions)),
        items: questions.length,
      },
      options: { limit, sample, ...runner.settings },
      seed,
      versions: { sensebench: context.version },
    });
    try {
      const left = await askJudge(folder, { runner, questions, seed, maxCost }, context);
      if (left > 0) context.warn(`the budget of $${maxCost} is used up; ${left} questions were not asked`);
    } finally {
      await folder.close();
    }
    const answers = new Map<string, string>();
    for await (const { id, prediction } of readPredictions(out)) answers.set(id, prediction);
    const path = join(out, 'decisions.jsonl');
    const decisions = judging.decide({ annotator: runner.id, answers });
    await writeJsonl(path, decisions);
    const reading = { tasks: tasksOf(benchmark), now: context.now(), warn: context.warn };
    const { json: figures, tables } = await judging.summarize([path, ...options.decisions], reading, await context.tools({}));
    const unclear = decisions.filter(({ value }) => value === null).length;
    const json = { judge: runner.id, rubric, runs: runs.map(({ name }) => name), task, ...figures, unclear };
    await writeJson(join(out, 'judge.json'), json);
    return { json, tables };
  },
});
