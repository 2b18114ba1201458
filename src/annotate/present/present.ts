/** What one annotator gets of an item, and the task's value from the answer: the only way from a task to a browser and back. */
import { createRandom, InputError, type Showing, type ShowingPlace, type Task, type TaskItem, type Tools } from '../../core/index.ts';
import { emptyParts } from './empty-parts.ts';

type Presenting<Shown, Value> = Pick<Task<Shown, Value>, 'present' | 'arrange'>;

/** Without `present` a task's shown is arranged by seed, item and annotator, and answers are values. */
export function present<Shown, Value>(
  task: Presenting<Shown, Value>,
  item: Pick<TaskItem<Shown>, 'id' | 'shown'>,
  place: ShowingPlace,
): Showing<Value> {
  if (task.present) return task.present(item.shown, place);
  const random = createRandom(`${place.seed}/arrange/${item.id}/${place.annotator}`);
  return { shown: task.arrange ? task.arrange(item.shown, random) : item.shown, toValue: (answer) => answer, toAnswer: (value) => value };
}

export interface CheckedAnswer<Value> {
  /** Missing where the answer is refused. */
  value?: Value;
  /** Why it is refused, in words for the annotator. */
  refused: string[];
  /** What could be better. */
  advice: string[];
}

/** The same check for a live hint and for the answer that is stored: names, schema, what is empty, and what the schema cannot say. */
export async function checkAnswer<Shown, Value>(
  task: Presenting<Shown, Value> & Pick<Task<Shown, Value>, 'value' | 'check' | 'criteria'>,
  item: Pick<TaskItem<Shown>, 'id' | 'shown'>,
  place: ShowingPlace,
  { answer, tools }: { answer: unknown; tools: Tools },
): Promise<CheckedAnswer<Value>> {
  const named = namedValue(() => present(task, item, place).toValue(answer));
  if ('refused' in named) return { refused: [named.refused], advice: [] };
  const parsed = task.value.safeParse(named.value);
  if (!parsed.success) {
    const refused = parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
    return { refused, advice: [] };
  }
  const empty = emptyParts(task, parsed.data, item.shown);
  if (empty.length > 0) return { refused: empty, advice: [] };
  const notes = (await task.check?.(parsed.data, item.shown, tools)) ?? [];
  const refused = notes.filter(({ refuse }) => refuse).map(({ text }) => text);
  const advice = notes.filter(({ refuse }) => !refuse).map(({ text }) => text);
  return { ...(refused.length === 0 ? { value: parsed.data } : {}), refused, advice };
}

function namedValue(read: () => unknown): { value: unknown } | { refused: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message };
    throw error;
  }
}
