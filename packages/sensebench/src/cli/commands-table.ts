/** Every command by name; its file is loaded when it is called. */

import type { Action } from '@sensebench/metrics/internal/core';
import { BENCHMARK_NAMES } from '../benchmarks/index.ts';
import { BENCHMARK_ENTRIES, benchmarkAction, entriesOf, menuOfBenchmarks, openModule } from './benchmark-menus.ts';
import type { Menu, MenuEntry } from './command.ts';

const COMMANDS: Readonly<Record<string, MenuEntry>> = {
  tour: one('the main job on the starter corpus, with a report', () => import('./commands/tour.ts')),
  build: ofBenchmark('build', 'build a dataset from sources'),
  evaluate: one('run a model on a benchmark and score it', () => import('./commands/evaluate.ts')),
  suite: one('several models on several datasets, as a YAML file says', () => import('./commands/suite.ts')),
  models: one('the kinds of models and their options', () => import('./commands/models.ts')),
  rescore: one('score run folders again; no model is asked', () => import('./commands/rescore.ts')),
  compare: one('compare runs: paired tests, won and lost items', () => import('./commands/compare.ts')),
  items: one('hard, useless and possibly wrong items, from the scores of several systems', () => import('./commands/items.ts')),
  report: one('the page of one run, or of several side by side', () => import('./commands/report.ts')),
  judge: one('let a language model judge outputs, or compare two systems', () => import('./commands/judge.ts')),
  calibrate: one('how far a judge can be trusted, and what it adds to few labels by people', () => import('./commands/calibrate.ts')),
  stats: ofBenchmark('stats', "the papers' tables for any file"),
  ceiling: ofBenchmark('ceiling', 'the human score'),
  agreement: ofBenchmark('agreement', 'how far annotators agree'),
  explain: one('why a row is in a dataset or out of it', () => import('./commands/explain.ts')),
  audit: one('how far one gets in a dataset without understanding it, and its patterns', () => import('./commands/audit.ts')),
  score: {
    summary: 'metrics of any predictions',
    load: async () => {
      const { scoreBenchmark, text } = await import('./commands/score.ts');
      return menuOfBenchmarks('metrics of any predictions', 'score', { pick: scoreBenchmark, more: { text } });
    },
  },
  metrics: several('what can be measured, and which metric agrees with people: list, agree', () => import('./commands/metrics.ts')),
  nlp: several('tokens, sentences, tags, lemmas, entities, parses and embeddings of lines of text', () => import('./commands/nlp.ts')),
  dataset: several(
    "people's decisions applied to a dataset, two versions compared, its datasheet: apply, diff, questions",
    () => import('./commands/dataset.ts'),
  ),
  export: several('a dataset as a task for another harness: lm-eval, inspect', () => import('./commands/export.ts')),
  init: one('write a suite or phases file to begin with, with comments', () => import('./commands/init.ts')),
  completion: {
    summary: 'print the script that completes commands in bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completionOf(ROOT),
  },
  data: several('optional large files: list, add', () => import('./commands/data.ts')),
  serve: one('the studio and the leaderboards in a browser: people annotate, competitors submit', () => import('./commands/serve.ts')),
  leaderboard: several(
    'competitions on a dataset: create, invite, export, import, rescore, static',
    () => import('./commands/leaderboard.ts'),
  ),
  submit: one('send predictions or a run folder to a leaderboard', () => import('./commands/submit.ts')),
  worker: one('score submissions of leaderboards, on as many machines as wanted', () => import('./commands/worker.ts')),
  store: several('the database of the studio: backup, restore, migrate', () => import('./commands/store.ts')),
  work: one('compute shards of a build for an engine; started by `build`', () => import('./commands/work.ts')),
  statements: one('questions and answers as statements', () => import('./commands/statements.ts')),
};

/** The first words of a command line. */
export const ROOT: Menu = {
  summary: 'A workbench for commonsense benchmarks: build, annotate, evaluate, host.',
  entries: { ...COMMANDS, ...BENCHMARK_ENTRIES },
  open: openModule,
  note: `Benchmarks: ${BENCHMARK_NAMES.join(', ')}, or the path of a .js module of your own.\n\`sensebench <benchmark>\` lists the commands that it brings.`,
  examples: ['tour', 'score text --references references.txt --predictions system.txt', `build ${BENCHMARK_NAMES[0]} --help`],
};

function one(summary: string, load: () => Promise<{ action: Action }>): MenuEntry {
  return { summary, load: async () => (await load()).action };
}

function several(summary: string, load: () => Promise<{ actions: Readonly<Record<string, Action>> }>): MenuEntry {
  return { summary, load: async () => ({ summary, entries: entriesOf((await load()).actions) }) };
}

function ofBenchmark(command: Parameters<typeof benchmarkAction>[1], summary: string): MenuEntry {
  return { summary, load: async () => benchmarkAction(summary, command) };
}
