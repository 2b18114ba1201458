/** The settings of a study: what owners may set, as it is stored, what the queue reads, and the defaults. */

import type { Task } from 'sensebench/internal/core';
import { z } from 'zod';

/** The default, also for studies created before this setting existed. */
const MUST_ANSWER = 0.8;

export const backgroundQuestionSchema = z.object({
  name: z.string().min(1).max(40),
  question: z.string().min(1).max(300),
  options: z.array(z.string().max(100)).max(30).optional(),
});

const text = (most: number) => z.string().max(most);

/** What an owner may change while the study runs. */
export const settingsSchema = z.object({
  title: text(200).min(1),
  guideline: text(50_000),
  /** Shown before the first item; annotators must agree. If empty, no consent is required. */
  consent: text(20_000),
  /** Answering these is optional. */
  background: z.array(backgroundQuestionSchema).max(20),
  people: z.number().int().min(1).max(1000).describe('the number of answers that each item needs'),
  order: z
    .enum(['finish', 'breadth'])
    .describe('finish: items closest to completion first; breadth: every item once before any item twice'),
  leaseMinutes: z
    .number()
    .min(1)
    .max(24 * 60),
  /** The share of items with a known answer among the items shown, if the study has such items. */
  goldRate: z.number().min(0).max(0.5),
  mustAnswer: z
    .number()
    .min(0)
    .max(1)
    .describe('the share of shown items that must be answered to get the completion code; the others may be skipped'),
  qualification: z
    .object({
      items: z.number().int().min(1).max(100),
      pass: z.number().min(0).max(1).describe('the share of correct answers needed to pass'),
      tries: z.number().int().min(1).max(5),
    })
    .nullable(),
  pay: z.object({ perHour: z.number().min(0), currency: text(10) }).nullable(),
});

/** As it is stored. The store keeps fields that it does not know. */
export const storedSettingsSchema = z.looseObject({
  ...settingsSchema.shape,
  leaseMinutes: z.number().positive(),
  mustAnswer: settingsSchema.shape.mustAnswer.default(MUST_ANSWER),
});
export type StudySettings = z.infer<typeof storedSettingsSchema>;

/** What the queue needs of the settings. */
export const queueSettingsSchema = storedSettingsSchema.pick({
  ...{ people: true, order: true, leaseMinutes: true, goldRate: true, mustAnswer: true, qualification: true },
});
export type QueueSettings = z.infer<typeof queueSettingsSchema>;

const LEASE_MINUTES = 30;

/** The title is what annotators see, so it does not name the dataset. */
export function defaultSettings(task: Pick<Task, 'title' | 'summary' | 'guideline' | 'people'>): StudySettings {
  return {
    title: (task.title ?? sentenceCase(task.summary)).slice(0, 200),
    guideline: task.guideline,
    consent: '',
    background: [],
    people: task.people,
    order: 'finish',
    leaseMinutes: LEASE_MINUTES,
    goldRate: 0,
    mustAnswer: MUST_ANSWER,
    qualification: null,
    pay: null,
  };
}

function sentenceCase(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
