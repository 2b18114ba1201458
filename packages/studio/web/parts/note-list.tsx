/** Notes in the order they were written, own ones set apart. */
import { when } from './time.ts';

interface Note {
  note: string;
  annotator: string;
  item: string | null;
  from: 'annotator' | 'owner';
  text: string;
  at: string;
}

export function NoteList({ notes, own }: { notes: readonly Note[]; own: Note['from'] }) {
  return (
    <ol class="notes">
      {notes.map(({ note, from, text, at, item }) => (
        <li key={note} class={from === own ? 'own' : ''}>
          <p class="soft">
            {from === own ? 'you' : from === 'owner' ? 'the owner' : 'annotator'} · {when(at)}
            {item && ' · about an item'}
          </p>
          <p class="passage" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
