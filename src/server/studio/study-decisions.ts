/** The decisions of a study: those that count now, and every version as lines that the other commands read. */
import type { Decision, TaskItem } from '../../core/index.ts';
import { type AnswerRow, allItems, currentAnswers, decisions, listAdjudications, listPeople } from '../store/index.ts';
import { toTaskItem } from './item-content.ts';
import type { OpenStudy } from './open-study.ts';
import type { Studio } from './studio.ts';

/** Who settles disagreements, in exported decisions. */
export const ADJUDICATOR = 'adjudicator';

export interface CountingDecisions {
  items: TaskItem[];
  decisions: Decision[];
  /** Values that the task's schema refuses today: it was changed since they were given. */
  refused: number;
}

/** What `aggregate` is given. Answers of the qualification, of excluded people and of those who withdrew are left out. */
export async function countingDecisions({ sql }: Pick<Studio, 'sql'>, study: OpenStudy): Promise<CountingDecisions> {
  const items: TaskItem[] = [];
  for await (const row of allItems(sql, { study: study.id })) items.push(toTaskItem(row));
  const given = await currentAnswers(sql, { study: study.id });
  const settled = await listAdjudications(sql, { study: study.id });
  const lines = [
    ...given.map((answer) => toDecision(study, answer)),
    ...settled.map(({ id, name, value, at }) => ({ ...settledBase(study, { id, name, at }), value })),
  ];
  const parsed = lines.map((line) => ({ line, value: study.task.value.safeParse(line.value) }));
  const counting = parsed.flatMap(({ line, value }) => (value.success ? [{ ...line, value: value.data }] : []));
  return { items, decisions: counting, refused: parsed.length - counting.length };
}

/**
 * Every version as JSON Lines. A person who was excluded takes all decisions back in the end, so that readers do not count them;
 * of one who withdrew only the fact is left.
 */
export async function* exportLines({ sql }: Pick<Studio, 'sql'>, study: OpenStudy): AsyncGenerator<string> {
  const excluded = new Map((await listPeople(sql, { study: study.id })).map(({ person, excluded: at }) => [person, at]));
  const back = new Map<string, object>();
  for await (const answer of decisions(sql, { study: study.id })) {
    if (answer.stage === 'qualification') continue;
    const line = toDecision(study, answer);
    const marks = { ...(answer.simulated ? { simulated: true } : {}), ...(answer.erased ? { withdrawn: true } : {}) };
    yield JSON.stringify({ ...line, ...marks });
    const at = excluded.get(answer.person);
    if (at) {
      const { task, item, annotator, dataset } = line;
      back.set(JSON.stringify([annotator, item]), { task, item, annotator, value: null, at: later(at, line.at), dataset, excluded: true });
    }
  }
  for (const line of back.values()) yield JSON.stringify(line);
  for (const { id, name, value, at } of await listAdjudications(sql, { study: study.id, all: true }))
    yield JSON.stringify({ ...settledBase(study, { id, name, at }), value });
}

function toDecision({ task, source }: Pick<OpenStudy, 'task' | 'source'>, answer: AnswerRow) {
  const { id, name, annotator, value, at, ms, erased } = answer;
  return {
    task: task.name,
    item: name,
    annotator,
    value: erased ? null : value,
    at,
    id,
    dataset: source.sha256,
    ...(ms === null ? {} : { ms }),
  };
}

function settledBase({ task, source }: Pick<OpenStudy, 'task' | 'source'>, { id, name, at }: { id: string; name: string; at: string }) {
  return { task: task.name, item: name, annotator: ADJUDICATOR, at, id, dataset: source.sha256, final: true };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
