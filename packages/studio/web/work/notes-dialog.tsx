/** Notes between the annotator and the owner of the study. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Ready } from '../parts/loading.tsx';
import { Modal } from '../parts/modal.tsx';
import { NoteList } from '../parts/note-list.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { WritingField } from '../parts/writing-field.tsx';

export function NotesDialog({ item, done, close }: { item: string | null; done(): Promise<void>; close(): void }) {
  const loaded = useLoaded(() => call('get', '/api/work/notes', {}), 'notes');
  const [text, setText] = useState('');
  const [about, setAbout] = useState(item !== null);
  // Answers of the owner are read by now: the count in the head follows.
  useEffect(() => void done(), []);
  return (
    <Modal title="Notes to the owner of the study" close={close}>
      <Ready loaded={loaded}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p class="soft">Ask a question, or report a problem with an item.</p>
          ) : (
            <NoteList notes={notes} own="annotator" />
          )
        }
      </Ready>
      <WritingField label="Your note" text={text} change={setText} first required rows={3} />
      {item !== null && (
        <label class="tick">
          <input type="checkbox" checked={about} onChange={({ currentTarget }) => setAbout(currentTarget.checked)} /> It is about the item
          that is shown
        </label>
      )}
      <ActionButton
        kind="primary"
        disabled={text.trim() === ''}
        act={async () => {
          await call('post', '/api/work/notes', { body: { text: text.trim(), ...(about && item !== null ? { item } : {}) } });
          setText('');
          await loaded.reload();
        }}
      >
        Send the note
      </ActionButton>
    </Modal>
  );
}
