/** One item as one annotator gets it: blind, in the annotator's own order, and the way back from the answer to the task's value. */
import { checkAnswer, labelsOf, present } from '../../annotate/index.ts';
import type { Showing, ShowingPlace, Task, TaskItem } from '../../core/index.ts';
import { readContent } from './item-content.ts';
import type { OpenStudy } from './open-study.ts';
import type { Studio } from './studio.ts';
import { type StudyForm, studyForm } from './study-form.ts';

/** The fields of a stored item by which it is shown. */
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

/** `number` counts annotators in the order of joining. */
export function showItem(study: Pick<OpenStudy, 'task' | 'source'>, item: ShownItem, number: number): Showing {
  return present(study.task, taskItem(item), placeOf(study, item, number));
}

/** The form of one item, where it has fields that the form of the study lacks. */
export function itemForm(task: Task, shown: unknown): StudyForm | undefined {
  if (studyForm(task).lacking.length === 0) return undefined;
  return studyForm(task, shown);
}

export interface CheckedValue {
  value?: unknown;
  refused: string[];
  advice: string[];
}

/** Tools are loaded once, at the first answer that needs them. */
export async function checkGiven(
  studio: Pick<Studio, 'app'>,
  study: Pick<OpenStudy, 'task' | 'source'>,
  item: ShownItem,
  { answer, number }: { answer: unknown; number: number },
): Promise<CheckedValue> {
  // In files of decisions null takes an answer back; nobody gives it as an answer.
  if (answer === null || answer === undefined) return { refused: ['there is no answer yet'], advice: [] };
  const tools = await studio.app.tools(study.task.check ? (study.task.needs ?? {}) : {});
  return checkAnswer(study.task, taskItem(item), placeOf(study, item, number), { answer, tools });
}

/** Whether a value says the same as the known one: its labels, or the whole value where it has none. */
export function isRight(task: Task, value: unknown, gold: unknown): boolean {
  const [mine, known] = [labelsOf(task, value), labelsOf(task, gold)];
  const names = Object.keys(known);
  if (names.length === 0) return JSON.stringify(value) === JSON.stringify(gold);
  return names.every((name) => known[name] === null || mine[name] === known[name]);
}
