/** The description of a submission: model, parameters, links, note. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { TextField } from '../parts/field.tsx';
import type { Submission } from './competition.ts';

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
        <TextField label="Model" maxLength={200} value={said.model} set={(model) => change({ model })} />
        <TextField
          label="Parameters"
          help="For example, 11B."
          maxLength={100}
          value={said.parameters}
          set={(parameters) => change({ parameters })}
        />
      </div>
      <TextField
        label="Links"
        help="One per line, such as paper, code or model card. Shown on the board."
        wide
        rows={2}
        maxLength={2000}
        placeholder="https://…"
        value={said.links}
        set={(links) => change({ links })}
      />
      <TextField
        label="Note"
        help="What is new in this submission. Shown on the board."
        wide
        rows={2}
        maxLength={2000}
        value={said.note}
        set={(note) => change({ note })}
      />
    </>
  );
}

/** The same fields for a submission that was sent. */
export function SaidForm({ board, submission, done }: { board: string; submission: Submission; done(): Promise<void> }) {
  const { id, model, note, links, parameters } = submission;
  const [said, setSaid] = useState<Said>({ model: model ?? '', note: note ?? '', links: links.join('\n'), parameters: parameters ?? '' });
  const [saved, setSaved] = useState(false);
  return (
    <>
      <SaidFields
        said={said}
        change={(part) => {
          setSaved(false);
          setSaid({ ...said, ...part });
        }}
      />
      <div class="buttons">
        <ActionButton
          kind="primary"
          act={async () => {
            await call('patch', '/api/boards/{board}/submissions/{submission}', { params: { board, submission: id }, body: said });
            setSaved(true);
            await done();
          }}
        >
          Save
        </ActionButton>
        <span role="status" class="soft">
          {saved && 'saved'}
        </span>
      </div>
    </>
  );
}
