/** Rating an answer on a scale: a digit is the rating; a comment may say why. */

import type { Form } from '../../src/server/http/shapes.ts';
import { type Choice, Choices } from '../parts/choices.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { WritingField } from '../parts/writing-field.tsx';
import { QuestionView, readQuestion, type ShownQuestion, titleOfQuestion } from './question-view.tsx';
import { fieldOf, textOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

interface Draft {
  rating: number | null;
  comment: string;
}

export const ratePage = definePage<ShownQuestion, Draft>({
  names: ['rate'],
  read: readQuestion,
  draft(value) {
    const rating = fieldOf(value, 'rating');
    return { rating: typeof rating === 'number' ? rating : null, comment: textOf(value, 'comment') ?? '' };
  },
  value: ({ rating, comment }) => ({ rating, ...(comment.trim() ? { comment: comment.trim() } : {}) }),
  missing: ({ rating }) => (rating === null ? 'Choose a rating first.' : null),
  title: titleOfQuestion,
  choiceOnly: true,
  keys: [
    { keys: '1 2 3 4', does: 'the rating' },
    { keys: 'c', does: 'to the comment; Enter there sends' },
  ],
  View({ shown, form, draft, change, send, active, atOnce }) {
    const choices = scaleOf(form);
    const choose = (rating: Choice['value'], picked = true) => {
      const next = { ...draft, rating: Number(rating) };
      change(next);
      if (atOnce && picked) send(next);
    };
    useKeys(
      {
        ...Object.fromEntries(choices.map(({ value }) => [String(value), () => choose(value)])),
        c: () => document.querySelector<HTMLElement>('.editor textarea')?.focus(),
      },
      active,
    );
    return (
      <>
        <QuestionView {...shown} />
        <Choices
          label={form.fields.find(isRating)?.label ?? 'How well does the answer fit?'}
          choices={choices}
          chosen={draft.rating ?? undefined}
          choose={choose}
          plain
        />
        <WritingField
          label="Comment"
          text={draft.comment}
          change={(comment) => change({ ...draft, comment })}
          onEnter={() => send()}
          rows={1}
        />
      </>
    );
  },
});

const isRating = ({ path }: Form['fields'][number]) => path.at(-1) === 'rating';

/** The scale that the task describes; one of four where it gives only numbers. */
function scaleOf({ fields }: Form): Choice[] {
  const field = fields.find(isRating);
  const named = field?.options?.map((option) => ({ ...option, hint: String(option.value) }));
  if (named && named.length > 0) return named;
  const [least, most] = [field?.min ?? 1, field?.max ?? 4];
  return Array.from({ length: most - least + 1 }, (_, i) => ({ value: least + i, label: String(least + i), hint: String(least + i) }));
}
