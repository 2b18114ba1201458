/** One choice about an answer: a review (yes, no), or whether a proposal joins the answer set (correct, incorrect, refuse). */
import { type Choice, Choices } from '../parts/choices.tsx';
import { asChoice } from '../parts/judgements.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { QuestionView, readQuestion, type ShownQuestion, titleOfQuestion } from './question-view.tsx';
import { definePage } from './task-page.tsx';

export const reviewPage = definePage<ShownQuestion, Choice['value'] | undefined>({
  names: [],
  read(shown, { fields }) {
    const single = fields.length === 1 && fields[0].path.length === 0 && fields[0].kind === 'choice';
    return single ? readQuestion(shown) : null;
  },
  draft: asChoice,
  value: (draft) => draft,
  missing: (draft) => (draft === undefined ? 'Choose first.' : null),
  title: titleOfQuestion,
  choiceOnly: true,
  keys: [{ keys: '1 2 3', does: 'the first, second, third choice' }],
  View({ shown, form, draft, change, send, active, atOnce }) {
    const [{ label, help, options = [] }] = form.fields;
    const choices = options.map((option, i) => ({ ...option, hint: String(i + 1) }));
    const choose = (value: Choice['value'], picked = true) => {
      change(value);
      if (atOnce && picked) send(value);
    };
    useKeys(Object.fromEntries(choices.map(({ value, hint }) => [hint, () => choose(value)])), active);
    return (
      <>
        <QuestionView {...shown} />
        <Choices
          label={label === 'answer' ? 'What is your decision on the answer?' : label}
          help={help}
          choices={choices}
          chosen={draft}
          choose={choose}
          plain
        />
      </>
    );
  },
});
