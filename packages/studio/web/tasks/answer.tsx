/** Answering an item as a system would: what is given, and a field for the answer. */
import { Passage } from '../parts/text.tsx';
import { WritingField } from '../parts/writing-field.tsx';
import { textOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

export const answerPage = definePage<{ given: string }, string>({
  names: ['answer'],
  read(shown) {
    const given = textOf(shown, 'given');
    return given === null ? null : { given };
  },
  draft: (value) => (typeof value === 'string' ? value : ''),
  value: (draft) => draft.trim(),
  missing: (draft) => (draft.trim() ? null : 'Write an answer first.'),
  title: ({ given }) => given,
  checked: true,
  keys: [
    { keys: 'Enter', does: 'send; Shift+Enter makes a line' },
    { keys: 'Esc', does: 'out of the field, so that other keys work' },
  ],
  View: ({ shown: { given }, draft, change, send, active }) => (
    <>
      <div class="shown">
        <h3>Given</h3>
        <Passage text={given} kind="large" />
      </div>
      <WritingField label="Your answer" text={draft} change={change} onEnter={() => send()} first={active} required rows={3} />
    </>
  ),
});
