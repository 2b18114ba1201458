/** Imports answers collected elsewhere: checked by the task's schema, and stored under the annotator names of the file. */

import { createHash } from 'node:crypto';
import type { TaskItem } from 'sensebench/internal/core';
import { z } from 'zod';
import { addAnnotator } from '../people/annotators.ts';
import { noSuch } from '../store/refusal.ts';
import { asJson, isId, parseRow } from '../store/rows.ts';
import { type Sql, transact } from '../store/transact.ts';
import { allItems } from '../studies/item-queries.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { isRight, toTaskItem } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { type DecisionText, readDecisionText } from './read-decision-text.ts';

async function importDecisions(studio: Studio, study: OpenStudy, { text, format }: Pick<DecisionText, 'text' | 'format'>) {
  const { sql, secret, app } = studio;
  const ids = new Map<string, { item: string; gold: unknown }>();
  const items: TaskItem[] = [];
  for await (const row of allItems(sql, { study: study.id })) {
    ids.set(row.name, { item: row.item, gold: row.gold });
    items.push(toTaskItem(row));
  }
  const warnings: string[] = [];
  const warn = (line: string) => warnings.push(line);
  const { current, unknown, replaced } = await readDecisionText(study, { text, format, items, secret, now: app.now(), warn });
  if (replaced > 0) warn(`${replaced} decisions were replaced by later ones in the same file`);
  const people = new Map<string, string>();
  let [imported, known] = [0, 0];
  for (const { item: name, annotator, value, at, ms } of current) {
    const stored = ids.get(name);
    if (!stored) continue;
    const person = people.get(annotator) ?? (await addAnnotator(sql, { study: study.id, label: annotator })).person;
    people.set(annotator, person);
    const right = stored.gold === null ? null : isRight(study.task, value, stored.gold);
    const result = await importAnswer(sql, study.id, { person, item: stored.item, value, ms: ms ?? null, at: at ?? null, right });
    if (result.known) known++;
    else imported++;
  }
  return { imported, known, unknown, warnings };
}

export const importDecisionsTask = studyTask('import', importDecisions);

export interface ImportedAnswer {
  person: string;
  item: string;
  value: unknown;
  ms?: number | null;
  /** ISO 8601; the current time by default. */
  at?: string | null;
  right?: boolean | null;
}

const personSchema = z.object({ study: z.string(), simulated: z.boolean() });
const earlierSchema = z.object({ revision: z.number(), final: z.boolean() });

/** `known`: it had been imported before. A further answer to the same item becomes a new revision. */
export async function importAnswer(sql: Sql, study: string, answer: ImportedAnswer): Promise<{ known: boolean }> {
  const { person, item, ms = null, at = null, right = null } = answer;
  if (!isId(person) || !isId(item)) throw noSuch('annotator or item in this study');
  const value = asJson(answer.value);
  const id = idOf([study, person, item, value, at]);
  return transact(sql, async (tx) => {
    const giver = parseRow(
      personSchema,
      await tx`select study, simulated from people where id = ${person} and withdrawn is null for no key update`,
    );
    const place = await tx`select kind from items where id = ${item} and study = ${study} for no key update`;
    if (giver?.study !== study || place.length === 0) throw noSuch('annotator or item in this study');
    if ((await tx`select from answers where id = ${id}`).length > 0) return { known: true };
    const earlier = parseRow(
      earlierSchema,
      await tx`select revision, final from answers where item = ${item} and person = ${person} order by revision desc limit 1`,
    );
    const stage = place[0].kind === 'work' ? 'work' : 'gold';
    await tx`update answers set final = false where item = ${item} and person = ${person} and final`;
    await tx`
      insert into answers (id, study, item, person, stage, given, value, ms, revision, simulated, "right", at)
      values (${id}, ${study}, ${item}, ${person}, ${stage}, ${value}::text::jsonb, ${value}::text::jsonb, ${ms}, ${(earlier?.revision ?? 0) + 1},
        ${giver.simulated}, ${right}, coalesce(${at}::timestamptz, clock_timestamp()))`;
    if (!earlier && stage === 'work') await tx`update items set answered = answered + 1 where id = ${item}`;
    return { known: false };
  });
}

/** A version 8 UUID derived from the content, so that importing a file twice stores it once. */
function idOf(parts: readonly (string | null)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
