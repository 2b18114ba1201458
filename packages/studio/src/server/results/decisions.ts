/** The decisions of a study: those that count now, and every version as JSON Lines that the other commands read. */

import type { Decision, TaskItem } from 'sensebench/internal/core';
import { z } from 'zod';
import { listPeople } from '../people/annotators.ts';
import { isId, json, parseRows, time } from '../store/rows.ts';
import { again, type Sql } from '../store/transact.ts';
import { allItems } from '../studies/item-queries.ts';
import type { OpenStudy } from '../studies/open-study.ts';
import { toTaskItem } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { listAdjudications } from './adjudications.ts';
import { readProgress } from './progress-queries.ts';

const answerSchema = z.object({
  id: z.string(),
  item: z.string(),
  /** The id of the item in the dataset. */
  name: z.string(),
  person: z.string(),
  annotator: z.string(),
  stage: z.enum(['work', 'gold', 'qualification']),
  /** null if it was erased. */
  value: json,
  given: json,
  ms: z.number().nullable(),
  revision: z.number(),
  final: z.boolean(),
  simulated: z.boolean(),
  right: z.boolean().nullable(),
  /** The annotator is excluded, so the answer does not count. */
  excluded: z.boolean(),
  erased: z.boolean(),
  at: time,
});
export type AnswerRow = z.infer<typeof answerSchema>;

const BATCH = 500;

/** All versions in the order of saving, including erased ones and those of excluded annotators. */
export async function* allAnswers(sql: Sql, { study }: { study: string }): AsyncGenerator<AnswerRow> {
  if (!isId(study)) return;
  // Retried until the first rows arrive. A later retry would return rows twice.
  const { batches, first } = await again(async () => {
    const cursor = sql`${columns(sql)} where a.study = ${study} order by a.seq`.cursor(BATCH)[Symbol.asyncIterator]();
    return { batches: cursor, first: await cursor.next() };
  });
  try {
    for (let batch = first; !batch.done; batch = await batches.next()) yield* parseRows(answerSchema, batch.value);
  } finally {
    await batches.return?.();
  }
}

/** The latest answer per item and annotator, without the qualification and without annotators who are excluded or have withdrawn. */
export async function currentAnswers(sql: Sql, { study }: { study: string }): Promise<AnswerRow[]> {
  if (!isId(study)) return [];
  const rows = await again(
    () => sql`
      ${columns(sql)} where a.study = ${study} and a.final and a.erased is null and p.excluded is null and a.stage <> 'qualification'
      order by a.seq`,
  );
  return parseRows(answerSchema, rows);
}

function columns(sql: Sql) {
  return sql`
    select a.id, a.item, i.name, a.person, coalesce(p.name, '') as annotator, a.stage, a.value, a.given, a.ms, a.revision, a.final, a.simulated,
      a."right", p.excluded is not null as excluded, a.erased is not null as erased, a.at
    from answers a join items i on i.id = a.item join people p on p.id = a.person`;
}

/** The annotator name of adjudications in exported decisions. */
export const ADJUDICATOR = 'adjudicator';

export interface CountingDecisions {
  items: TaskItem[];
  decisions: Decision[];
  /** The number of values that no longer match the task's schema. */
  refused: number;
}

/** The input of `aggregate`: no answers of the qualification, of excluded annotators, or of those who have withdrawn. */
async function countingDecisions({ sql }: Pick<Studio, 'sql'>, study: OpenStudy): Promise<CountingDecisions> {
  const items: TaskItem[] = [];
  for await (const row of allItems(sql, { study: study.id })) items.push(toTaskItem(row));
  const answers = await currentAnswers(sql, { study: study.id });
  const settled = await listAdjudications(sql, { study: study.id });
  const lines = [
    ...answers.map((answer) => toDecision(study, answer)),
    ...settled.map(({ id, name, value, at }) => ({ ...settledBase(study, { id, name, at }), value })),
  ];
  const parsed = lines.map((line) => ({ line, value: study.task.value.safeParse(line.value) }));
  const counting = parsed.flatMap(({ line, value }) => (value.success ? [{ ...line, value: value.data }] : []));
  return { items, decisions: counting, refused: parsed.length - counting.length };
}

/** The decisions that currently count, cached per version of the study. */
export async function countingAnswers(studio: Studio, study: OpenStudy): Promise<CountingDecisions> {
  return studio.computed.get(`${study.id}/decisions`, await versionOf(studio, study), () => countingDecisions(studio, study));
}

export async function versionOf({ sql }: Studio, { id }: OpenStudy): Promise<string> {
  return (await readProgress(sql, { study: id }))?.version ?? '';
}

/**
 * Every version as JSON Lines. Decisions of excluded annotators are withdrawn by a last line with null, so that readers do not count
 * them; for annotators who have withdrawn, only that fact is exported.
 */
export async function* exportLines({ sql }: Pick<Studio, 'sql'>, study: OpenStudy): AsyncGenerator<string> {
  const excluded = new Map((await listPeople(sql, { study: study.id })).map(({ person, excluded: at }) => [person, at]));
  const back = new Map<string, object>();
  for await (const answer of allAnswers(sql, { study: study.id })) {
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
