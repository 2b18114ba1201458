/** The state of an annotator's work: prerequisites, qualification, remaining items, and the completion code. */
import { z } from '@hono/zod-openapi';
import { formSchema } from '../http/shapes.ts';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { type OpenStudy, openStudy } from '../studies/open-study.ts';
import { completionCode } from '../studies/secret.ts';
import { studyForm } from '../studies/show-item.ts';
import { backgroundQuestionSchema } from '../studies/study-settings.ts';
import type { Studio } from '../studio.ts';
import { countWork, readStanding, type Standing } from './annotator-state.ts';
import { type Attempt, listAttempts } from './qualification.ts';
import { answersNeeded } from './skip-item.ts';

export const workSchema = z
  .object({
    study: z.string(),
    title: z.string(),
    task: z.string(),
    summary: z.string(),
    guideline: z.string(),
    form: formSchema,
    annotator: z.string().describe('the name in exported decisions'),
    /** Required before the first item, once. */
    before: z.object({ consent: z.string().nullable(), background: z.array(backgroundQuestionSchema) }),
    qualification: z
      .object({
        answered: z.number(),
        items: z.number(),
        pass: z.number(),
        attempt: z.number(),
        tries: z.number(),
        state: z.enum(['open', 'passed', 'failed']),
        /** Correct answers in the last completed attempt. */
        right: z.number().nullable(),
      })
      .nullable(),
    answered: z.number(),
    /** The number of items currently waiting for this annotator. */
    left: z.number(),
    state: z.enum(['working', 'done', 'paused', 'excluded', 'withdrawn', 'failed']),
    completion: z.object({
      mustAnswer: z.number().describe('the share of shown items that must be answered to get the completion code'),
      skipped: z.number(),
      needed: z.number().describe('the number of answers still missing'),
      reopen: z.number().describe('the number of skipped items that can be reopened'),
    }),
    /** The completion code for the crowd platform, once enough items are answered. */
    code: z.string().nullable(),
    pay: z.string().nullable().describe('the pay, in words'),
    notes: z.number().describe('unread answers from the owner'),
  })
  .openapi('Work');
type Work = z.infer<typeof workSchema>;

export async function workState(studio: Studio, person: string): Promise<Work> {
  const standing = await readStanding(studio.sql, { person });
  if (!standing) throw noSuch('annotator');
  const study = await openStudy(studio, standing.study);
  const { settings, task } = study;
  const amount = await countWork(studio.sql, { person });
  const qualification = settings.qualification
    ? describeRound(settings.qualification, await listAttempts(studio.sql, { person }), standing)
    : null;
  const { answered, skipped } = amount;
  const needed = Math.max(answered > 0 ? 0 : 1, answersNeeded(answered + skipped, settings) - answered);
  const state = stateOf(study, { ...standing, left: amount.left }, qualification?.state ?? 'passed');
  return {
    study: study.id,
    title: settings.title,
    task: task.name,
    summary: task.summary,
    guideline: settings.guideline,
    form: studyForm(task),
    annotator: standing.name ?? '',
    before: beforeWork(study, standing),
    qualification,
    answered,
    left: amount.left,
    state,
    completion: { mustAnswer: settings.mustAnswer, skipped, needed, reopen: amount.skippedOpen },
    code: state === 'done' && needed === 0 ? codeOf(studio, study.id, { person, crowd: standing.crowd }) : null,
    pay: settings.pay ? `${settings.pay.perHour} ${settings.pay.currency} an hour` : null,
    notes: amount.unreadNotes,
  };
}

function beforeWork({ settings }: OpenStudy, { consented, backgroundAsked }: Standing): Work['before'] {
  return {
    consent: settings.consent.trim() !== '' && consented === null ? settings.consent : null,
    background: backgroundAsked ? [] : settings.background,
  };
}

/** Refuses work without the required consent. Background questions are optional, so they do not block it. */
export function demandConsent(study: OpenStudy, standing: Standing): void {
  if (beforeWork(study, standing).consent !== null)
    throw new StoreRefusal('forbidden', 'you must agree to the consent text of the study first');
}

function describeRound(
  { items, pass, tries }: { items: number; pass: number; tries: number },
  attempts: readonly Attempt[],
  { qualified }: Standing,
): NonNullable<Work['qualification']> {
  const last = attempts.at(-1);
  const ended = attempts.filter(({ state }) => state !== 'open').at(-1);
  const next = last !== undefined && last.state === 'failed' && qualified === 'none';
  return {
    answered: !last || next ? 0 : last.answered,
    items: last?.size ?? items,
    pass,
    attempt: (last?.attempt ?? 1) + (next ? 1 : 0),
    tries,
    state: qualified === 'none' ? 'open' : qualified,
    right: ended?.right ?? null,
  };
}

function stateOf(
  { row }: OpenStudy,
  { excluded, withdrawn, left }: Standing & { left: number },
  round: 'open' | 'passed' | 'failed',
): Work['state'] {
  if (withdrawn) return 'withdrawn';
  if (excluded) return 'excluded';
  if (round === 'failed') return 'failed';
  if (left === 0 && round === 'passed') return 'done';
  return row.state === 'open' ? 'working' : 'paused';
}

/** MTurk requires a code per worker; other platforms use one code for everyone. */
export function codeOf(
  { secret }: Pick<Studio, 'secret'>,
  study: string,
  { person, crowd }: { person: string; crowd: string | null },
): string {
  return completionCode(secret, crowd === 'mturk' ? `person/${person}` : `study/${study}`);
}
