/** The next items of an annotator, the answers that come back, and earlier answers to go back to. */

import { createHmac } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { type Advice, formSchema, jsonSchema, time } from '../http/shapes.ts';
import { noSuch } from '../store/refusal.ts';
import { readItem } from '../studies/item-queries.ts';
import { openStudy } from '../studies/open-study.ts';
import { checkAnswerTo, isRight, itemForm, showItem } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { listOwnAnswers, readStanding } from './annotator-state.ts';
import { type SavedAnswer, saveAnswer } from './save-answer.ts';
import { takeItems } from './take-items.ts';
import { demandConsent } from './work-state.ts';

export const workItemSchema = z
  .object({
    item: z.string().describe('opaque: reveals nothing about the dataset, gold or systems'),
    lease: z.string(),
    expires: time,
    /** Items of the same group come one after the other. */
    group: z.string().nullable(),
    shown: jsonSchema,
    /** Present only if the fields depend on the item; otherwise the form of the study applies. */
    form: formSchema.optional(),
    stage: z.enum(['qualification', 'work']),
  })
  .openapi('WorkItem');

type WorkItem = z.infer<typeof workItemSchema>;

export async function takeWork(
  studio: Studio,
  { person, holding, want }: { person: string; holding: readonly string[]; want: number },
): Promise<{ items: WorkItem[]; renewed: { item: string; expires: string }[] }> {
  const { study, standing } = await studyOf(studio, person);
  demandConsent(study, standing);
  const { items, renewed } = await takeItems(studio.sql, { person, holding, want });
  const workItems = items.map((item): WorkItem => {
    const { shown } = showItem(study, item, standing.number);
    const form = itemForm(study.task, shown);
    return {
      item: item.item,
      lease: item.lease,
      expires: item.expires,
      group: opaqueGroup(studio.secret, study.id, item.group),
      shown,
      ...(form ? { form } : {}),
      // Gold items must look like any other item.
      stage: item.stage === 'qualification' ? 'qualification' : 'work',
    };
  });
  return { items: workItems, renewed };
}

export const earlierAnswerSchema = z.object({ item: z.string(), shown: jsonSchema, value: jsonSchema, at: time, revision: z.number() });

/** Earlier answers as the page sent them, the most recent first. */
export async function earlierAnswers(
  studio: Studio,
  { person, before, limit }: { person: string; before?: string; limit: number },
): Promise<z.infer<typeof earlierAnswerSchema>[]> {
  const { study, standing } = await studyOf(studio, person);
  const answers = await listOwnAnswers(studio.sql, { person, limit, ...(before === undefined ? {} : { before }) });
  return answers.map(({ item, given, at, revision, ...stored }) => ({
    item,
    shown: showItem(study, stored, standing.number).shown,
    value: given,
    at,
    revision,
  }));
}

async function studyOf(studio: Studio, person: string) {
  const standing = await readStanding(studio.sql, { person });
  if (!standing) throw noSuch('annotator');
  return { standing, study: await openStudy(studio, standing.study) };
}

export interface AnswerSubmission {
  id: string;
  person: string;
  item: string;
  lease: string | null;
  value: unknown;
  ms: number;
}

export type SaveResult = { refused: readonly string[] } | { saved: SavedAnswer; advice: Advice[] };

export async function submitAnswer(studio: Studio, { id, person, item, lease, value: answer, ms }: AnswerSubmission): Promise<SaveResult> {
  const { study, number, found } = await locate(studio, { person, item });
  const { value, refused, advice } = await checkAnswerTo(studio, study, found, { answer, number });
  if (refused.length > 0) return { refused };
  const right = found.gold === null ? null : isRight(study.task, value, found.gold);
  const saved = await saveAnswer(studio.sql, { id, person, item, lease, given: answer, value, ms, right });
  return { saved, advice: advice.map((text) => ({ refuse: false, text })) };
}

/** Checks an answer without saving it. */
export async function adviseOn(
  studio: Studio,
  { person, item, value: answer }: Pick<AnswerSubmission, 'person' | 'item' | 'value'>,
): Promise<Advice[]> {
  const { study, number, found } = await locate(studio, { person, item });
  const { refused, advice } = await checkAnswerTo(studio, study, found, { answer, number });
  return [...refused.map((text) => ({ refuse: true, text })), ...advice.map((text) => ({ refuse: false, text }))];
}

async function locate(studio: Studio, { person, item }: { person: string; item: string }) {
  const standing = await readStanding(studio.sql, { person });
  const itemRow = await readItem(studio.sql, { item });
  if (!standing || itemRow?.study !== standing.study) throw noSuch('item in this study');
  const study = await openStudy(studio, standing.study);
  demandConsent(study, standing);
  return { study, number: standing.number, found: itemRow };
}

function opaqueGroup(secret: Uint8Array, study: string, group: string | null): string | null {
  return group === null ? null : createHmac('sha256', secret).update(`group/${study}/${group}`).digest('base64url').slice(0, 12);
}
