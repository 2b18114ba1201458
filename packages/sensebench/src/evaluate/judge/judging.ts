/** Judging as an annotation task: one run by criteria, or two runs against each other. Results are aggregated as for people. */

import {
  type ActionContext,
  type Benchmark,
  type Decision,
  type Outcome,
  type Runner,
  type Task,
  type TaskItem,
  type TaskSource,
  type Tools,
  unknownName,
} from '@sensebench/metrics/internal/core';
import {
  type CompareValue,
  type CriteriaValue,
  combineOrders,
  compareTask,
  criteriaTask,
  outcomeOf,
  PAIR_LABELS,
  type ReadDecisionsOptions,
  readDecisions,
  readVerdict,
} from '../../annotate/index.ts';
import type { RunFolder } from '../../files/index.ts';
import { type Asking, askAll } from '../predict/ask-all.ts';
import { compareQuestions, criteriaQuestions, type Question, rubricOf } from './questions.ts';

export interface Judging {
  /** The name of the task. */
  task: string;
  rubric: string;
  questions: Question[];
  /** Turns the judge's answers into decisions, with the value null where an answer decides nothing. */
  decide(judged: Pick<JudgedAnswers, 'annotator' | 'answers'>): Decision[];
  /** The results of files of decisions by the judge and by people on the same items. */
  summarize(paths: readonly string[], reading: Omit<ReadDecisionsOptions, 'items'>, tools: Tools): Promise<Outcome>;
}

/** Judges by the named criteria; an empty list means all. */
export function judgeOne(benchmark: Benchmark, source: TaskSource, criteria: readonly string[]): Judging {
  const task = criteriaTask(benchmark);
  const known = Object.keys(task.criteria);
  const unknown = criteria.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('criterion', unknown, known);
  const items = task.list(source);
  const questions = criteriaQuestions(task, items, criteria.length > 0 ? criteria : known);
  return {
    task: task.name,
    rubric: rubricOf(task),
    questions,
    decide: (judged) => criteriaDecisions({ ...judged, task: task.name, questions }),
    summarize: summarizer(task, items),
  };
}

export function judgeTwo(benchmark: Benchmark, source: TaskSource): Judging {
  const task = compareTask(benchmark);
  const items = task.list(source);
  const questions = compareQuestions(task, items);
  return {
    task: task.name,
    rubric: rubricOf(task),
    questions,
    decide: (judged) => compareDecisions({ ...judged, task: task.name, questions }),
    summarize: summarizer(task, items),
  };
}

function summarizer<Shown, Value>(task: Task<Shown, Value>, items: readonly TaskItem<Shown>[]): Judging['summarize'] {
  return async (paths, reading, tools) => {
    const { all } = await readDecisions(paths, task, { ...reading, items });
    return outcomeOf(task, { items, decisions: all }, tools);
  };
}

interface JudgedAnswers {
  task: string;
  annotator: string;
  questions: readonly Question[];
  /** The judge's answers by question id. */
  answers: ReadonlyMap<string, string>;
}

/**
 * Turns a judge's answers into decisions, as those of another annotator of the task.
 * An answer that is neither yes nor no counts as unsure. Items with missing answers are left out.
 */
function criteriaDecisions(judged: JudgedAnswers): Decision<CriteriaValue>[] {
  return byItem(judged).map(({ item, asked }) => {
    const value = asked.map(({ question, text }) => [question.criterion ?? '', readVerdict(text, ['yes', 'no']) ?? 'unsure'] as const);
    return { task: judged.task, item, annotator: judged.annotator, value: Object.fromEntries(value) };
  });
}

/** The value is null if one of the two answers names neither output. */
function compareDecisions(judged: JudgedAnswers): Decision<CompareValue | null>[] {
  return byItem(judged).map(({ item, asked }) => {
    const verdicts = asked.flatMap(({ question: { shown }, text }) => (shown ? [{ shown, verdict: readVerdict(text, PAIR_LABELS) }] : []));
    return { task: judged.task, item, annotator: judged.annotator, value: combineOrders(verdicts) };
  });
}

function byItem({ questions, answers }: JudgedAnswers): { item: string; asked: { question: Question; text: string }[] }[] {
  const groups = new Map<string, Question[]>();
  for (const question of questions) groups.set(question.item, [...(groups.get(question.item) ?? []), question]);
  return [...groups]
    .filter(([, own]) => own.every(({ id }) => answers.has(id)))
    .map(([item, own]) => ({ item, asked: own.map((question) => ({ question, text: answers.get(question.id) ?? '' })) }));
}

interface AskJudgeOptions {
  runner: Runner;
  questions: readonly Question[];
  seed: number;
  /** The budget in dollars. No further requests are sent once the folder's answers have cost this much. */
  maxCost?: number;
}

/**
 * Asks a judge the questions that are not answered in the folder yet, and writes each answer as it arrives.
 * Returns the number of questions left when the budget was spent.
 */
export async function askJudge(
  folder: RunFolder,
  { runner, questions, seed, maxCost }: AskJudgeOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<number> {
  const asks = questions.map(({ id, item, prompt }): Asking => {
    const key = { id, repeat: 0, order: 0 };
    return {
      ...key,
      async ask(signal) {
        const asked = { id: item, input: '', references: [], meta: {} };
        const started = performance.now();
        const { text, ms = performance.now() - started, usage } = await runner.predict({ item: asked, prompt, examples: [], seed, signal });
        return { ...key, prediction: text, raw: text, examples: [], ms: Math.round(ms), ...(usage ? { usage } : {}) };
      },
    };
  });
  const { left } = await askAll(folder, asks, { label: 'judging', total: asks.length, concurrency: runner.concurrency, maxCost }, context);
  return left;
}
