/** One item as one annotator sees it: without gold, in the annotator's own order, and the way back from the answer to the task's value. */

import { checkAnswer, formOf, labelsOf, present } from 'sensebench/internal/annotate';
import type { JsonObject, Showing, ShowingPlace, Task, TaskItem } from 'sensebench/internal/core';
import { z } from 'zod';
import type { Form } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';
import type { OpenStudy } from './open-study.ts';

const contentSchema = z.object({ shown: z.unknown(), hidden: z.record(z.string(), z.json()).optional() });

/** The stored form. */
export function contentOf({ shown, hidden }: Pick<TaskItem, 'shown' | 'hidden'>): unknown {
  return hidden === undefined ? { shown } : { shown, hidden };
}

export interface StoredItem {
  item: string;
  name: string;
  also: readonly string[];
  group: string | null;
  shown: unknown;
  gold: unknown;
  wanted: number;
}

/** The item as the task listed it. */
export function toTaskItem({ name, also, group, shown: stored, gold }: Omit<StoredItem, 'item' | 'wanted'>): TaskItem {
  const { shown, hidden } = readContent(stored);
  return {
    id: name,
    ...(also.length > 0 ? { also } : {}),
    ...(group === null ? {} : { group }),
    shown,
    ...(hidden === undefined ? {} : { hidden }),
    ...(gold === null || gold === undefined ? {} : { gold }),
  };
}

export function readContent(stored: unknown): { shown: unknown; hidden?: JsonObject } {
  return contentSchema.parse(stored);
}

/** The fields of a stored item needed to show it. */
export interface ShownItem {
  name: string;
  position: number;
  shown: unknown;
}

function placeOf({ source }: Pick<OpenStudy, 'source'>, item: ShownItem, number: number): ShowingPlace {
  return { annotator: number, item: item.position, seed: source.seed };
}

function taskItem(item: ShownItem): Pick<TaskItem, 'id' | 'shown'> {
  return { id: item.name, shown: readContent(item.shown).shown };
}

/** `number`: the annotator's position in the order of joining. */
export function showItem(study: Pick<OpenStudy, 'task' | 'source'>, item: ShownItem, number: number): Showing {
  return present(study.task, taskItem(item), placeOf(study, item, number));
}

/** The form of a single item, if it has fields that the form of the study lacks. */
export function itemForm(task: Task, shown: unknown): Form | undefined {
  if (studyForm(task).lacking.length === 0) return undefined;
  return studyForm(task, shown);
}

export interface CheckedValue {
  value?: unknown;
  refused: string[];
  advice: string[];
}

/** Checks an answer with the task. Tools are loaded when an answer first needs them. */
export async function checkAnswerTo(
  studio: Pick<Studio, 'app'>,
  study: Pick<OpenStudy, 'task' | 'source'>,
  item: ShownItem,
  { answer, number }: { answer: unknown; number: number },
): Promise<CheckedValue> {
  // In decision files null withdraws an answer, so it is not valid as an answer.
  if (answer === null || answer === undefined) return { refused: ['the answer is empty'], advice: [] };
  const tools = await studio.app.tools(study.task.check ? (study.task.needs ?? {}) : {});
  return checkAnswer(study.task, taskItem(item), placeOf(study, item, number), { answer, tools });
}

/** Does a value agree with the known one? Compares labels, or the whole value if it has none. */
export function isRight(task: Task, value: unknown, gold: unknown): boolean {
  const [labels, goldLabels] = [labelsOf(task, value), labelsOf(task, gold)];
  const names = Object.keys(goldLabels);
  if (names.length === 0) return JSON.stringify(value) === JSON.stringify(gold);
  return names.every((name) => goldLabels[name] === null || labels[name] === goldLabels[name]);
}

export function studyForm(task: Pick<Task, 'value' | 'criteria'>, shown?: unknown): Form {
  const { fields, lacking } = formOf(task, shown);
  return {
    fields: fields.map(({ path, least, most, options, ...field }) => ({
      ...field,
      path: [...path],
      ...(options ? { options: [...options] } : {}),
      ...(least === undefined ? {} : { min: least }),
      ...(most === undefined ? {} : { max: most }),
    })),
    lacking: [...lacking],
  };
}
