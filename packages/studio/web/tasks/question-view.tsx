/** A question about a theme and the answer that is judged. */
import { Passage } from '../parts/text.tsx';
import { textOf } from './read-json.ts';

export interface ShownQuestion {
  context: string | null;
  theme: string | null;
  question: string;
  answer: string;
}

export function readQuestion(shown: unknown): ShownQuestion | null {
  const question = textOf(shown, 'question');
  const answer = textOf(shown, 'answer') ?? textOf(shown, 'generated');
  return question === null || answer === null
    ? null
    : { context: textOf(shown, 'context'), theme: textOf(shown, 'theme'), question, answer };
}

export function QuestionView({ context, theme, question, answer }: ShownQuestion) {
  return (
    <div class="shown">
      {context && <Labelled label="Context" text={context} />}
      {theme && <Labelled label="Theme" text={theme} />}
      <Labelled label="Question" text={question} kind="large" />
      <Labelled label="Answer" text={answer} kind="large judged" />
    </div>
  );
}

function Labelled({ label, text, kind = '' }: { label: string; text: string; kind?: string }) {
  return (
    <section class="labelled">
      <h3>{label}</h3>
      {text.trim() === '' ? <p class={`passage ${kind} empty`}>(empty)</p> : <Passage text={text} kind={kind} />}
    </section>
  );
}

export function titleOfQuestion({ question, answer }: ShownQuestion): string {
  return `${question} – ${answer}`;
}
