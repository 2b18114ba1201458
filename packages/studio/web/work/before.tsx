/** The steps before the first item: the owner's consent text, and optional background questions. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Field } from '../parts/field.tsx';
import { Guideline } from '../parts/guideline.tsx';
import { useKeys } from '../parts/use-keys.ts';
import type { Work } from './work-api.ts';

export function Consent({ text, title, done }: { text: string; title: string; done(): Promise<void> }) {
  const agree = async () => {
    await call('post', '/api/work/consent', { body: { agreed: true } });
    await done();
  };
  return (
    <section class="narrow" aria-labelledby="consent">
      <h2 id="consent">Before you begin</h2>
      <p>
        You are asked to take part in “<bdi>{title}</bdi>”.
      </p>
      <Guideline text={text} />
      <p class="soft">You can stop at any time, and withdraw: your answers are then erased.</p>
      <ActionButton kind="primary" act={agree}>
        I have read this and agree
      </ActionButton>
    </section>
  );
}

export function Background({ questions, done }: { questions: Work['before']['background']; done(): Promise<void> }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const send = async (given: Readonly<Record<string, string>>) => {
    await call('post', '/api/work/background', { body: { answers: given } });
    await done();
  };
  const set = (name: string, value: string) => setAnswers({ ...answers, [name]: value });
  useKeys({ 'Ctrl+Enter': () => void send(answers) });
  return (
    <section class="narrow" aria-labelledby="background">
      <h2 id="background">About you</h2>
      <p>All questions are optional. The answers are stored apart from your link and your name.</p>
      {questions.map(({ name, question, options }) => (
        <Field key={name} label={question} wide>
          {(id) =>
            options ? (
              <select id={id} value={answers[name] ?? ''} onChange={({ currentTarget }) => set(name, currentTarget.value)}>
                <option value="">Prefer not to say</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {option}
                  </option>
                ))}
              </select>
            ) : (
              <input
                id={id}
                type="text"
                maxLength={200}
                value={answers[name] ?? ''}
                onInput={({ currentTarget }) => set(name, currentTarget.value)}
              />
            )
          }
        </Field>
      ))}
      <div class="buttons">
        <ActionButton kind="primary" act={() => send(Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '')))}>
          Continue
        </ActionButton>
        <ActionButton act={() => send({})}>Skip all questions</ActionButton>
      </div>
    </section>
  );
}
