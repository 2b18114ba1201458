/** What a sender says of a submission: model, parameters, links, a note. */
import { Field } from '../parts/field.tsx';

export interface Said {
  model: string;
  note: string;
  /** One to a line. */
  links: string;
  parameters: string;
}

export function SaidFields({ said, change }: { said: Said; change(part: Partial<Said>): void }) {
  return (
    <>
      <div class="fields-line">
        <Field label="Model">
          {(id) => (
            <input
              id={id}
              type="text"
              maxLength={200}
              value={said.model}
              onInput={({ currentTarget }) => change({ model: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Parameters" help="Their number, like 11B.">
          {(id) => (
            <input
              id={id}
              type="text"
              maxLength={100}
              value={said.parameters}
              onInput={({ currentTarget }) => change({ parameters: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Links" help="One a line: paper, code, model card. They are shown on the board." wide>
        {(id) => (
          <textarea
            id={id}
            rows={2}
            maxLength={2000}
            placeholder="https://…"
            value={said.links}
            onInput={({ currentTarget }) => change({ links: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Note" help="What is different about it. Shown on the board." wide>
        {(id) => (
          <textarea
            id={id}
            rows={2}
            maxLength={2000}
            value={said.note}
            onInput={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
