/** Judging as a task: one run by criteria, or two runs against each other. The judge's decisions are summed up like anybody's. */
import { compareTask, criteriaTask, outcomeOf, type ReadDecisionsOptions, readDecisions } from '../../annotate/index.ts';
import {
  type Benchmark,
  type Decision,
  InputError,
  type Outcome,
  type Task,
  type TaskItem,
  type TaskSource,
  type Tools,
} from '../../core/index.ts';
import { compareQuestions, criteriaQuestions, type Question } from './questions.ts';
import { compareDecisions, criteriaDecisions, type JudgedAnswers } from './verdicts.ts';

export interface Judging {
  /** The name of the task. */
  task: string;
  questions: Question[];
  /** The judge's answers as decisions; null where an answer decides nothing. */
  decide(judged: Pick<JudgedAnswers, 'annotator' | 'said'>): Decision[];
  /** Results from files of decisions: the judge's, and people's on the same items. */
  summarize(paths: readonly string[], reading: Omit<ReadDecisionsOptions, 'items'>, tools: Tools): Promise<Outcome>;
}

/** `criteria` names those to judge by; none names all. */
export function judgeOne(benchmark: Benchmark, source: TaskSource, criteria: readonly string[]): Judging {
  const task = criteriaTask(benchmark);
  const known = Object.keys(task.criteria);
  const strange = criteria.find((name) => !known.includes(name));
  if (strange !== undefined) throw new InputError(`there is no criterion "${strange}"`, { expected: known.join(', ') });
  const items = task.list(source);
  const questions = criteriaQuestions(task, items, criteria.length > 0 ? criteria : known);
  return {
    task: task.name,
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
