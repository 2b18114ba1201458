/** A judge's answers as decisions: the judge is one more annotator of the task. */
import { type CompareValue, type CriteriaValue, combineOrders, PAIR_LABELS, readVerdict } from '../../annotate/index.ts';
import type { Decision } from '../../core/index.ts';
import type { Question } from './questions.ts';

export interface JudgedAnswers {
  task: string;
  annotator: string;
  questions: readonly Question[];
  /** The judge's answers by question id. */
  said: ReadonlyMap<string, string>;
}

/** An answer that is neither yes nor no is unsure. Items without all answers are left out. */
export function criteriaDecisions(judged: JudgedAnswers): Decision<CriteriaValue>[] {
  return byItem(judged).map(({ item, asked }) => {
    const value = asked.map(({ question, text }) => [question.criterion ?? '', readVerdict(text, ['yes', 'no']) ?? 'unsure'] as const);
    return { task: judged.task, item, annotator: judged.annotator, value: Object.fromEntries(value) };
  });
}

/** Null where one of the two answers names neither output: it was asked, and decides nothing. */
export function compareDecisions(judged: JudgedAnswers): Decision<CompareValue | null>[] {
  return byItem(judged).map(({ item, asked }) => {
    const verdicts = asked.flatMap(({ question: { shown }, text }) => (shown ? [{ shown, verdict: readVerdict(text, PAIR_LABELS) }] : []));
    return { task: judged.task, item, annotator: judged.annotator, value: combineOrders(verdicts) };
  });
}

function byItem({ questions, said }: JudgedAnswers): { item: string; asked: { question: Question; text: string }[] }[] {
  const groups = new Map<string, Question[]>();
  for (const question of questions) groups.set(question.item, [...(groups.get(question.item) ?? []), question]);
  return [...groups]
    .filter(([, own]) => own.every(({ id }) => said.has(id)))
    .map(([item, own]) => ({ item, asked: own.map((question) => ({ question, text: said.get(question.id) ?? '' })) }));
}
