/** The settings of a study as they are stored, and their defaults: the task's guideline and number of people. */
import { z } from 'zod';
import type { Task } from '../../core/index.ts';
import { MUST_ANSWER } from './study-queries.ts';

export const studySettingsSchema = z.looseObject({
  title: z.string(),
  guideline: z.string(),
  consent: z.string(),
  background: z.array(z.object({ name: z.string(), question: z.string(), options: z.array(z.string()).optional() })),
  people: z.number().int().min(1),
  order: z.enum(['finish', 'breadth']),
  leaseMinutes: z.number().positive(),
  goldRate: z.number().min(0).max(0.5),
  mustAnswer: z.number().min(0).max(1).default(MUST_ANSWER),
  qualification: z.object({ items: z.number().int(), pass: z.number(), tries: z.number().int() }).nullable(),
  pay: z.object({ perHour: z.number(), currency: z.string() }).nullable(),
});
export type StudySettings = z.infer<typeof studySettingsSchema>;

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
