/** Changing what is said of a submission that was sent. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import type { Submission } from './competition.ts';
import { type Said, SaidFields } from './said-fields.tsx';

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
