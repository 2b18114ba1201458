/** Notes of annotators and the owner's answers, by person. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { NoteList } from '../parts/note-list.tsx';
import { StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { isolated } from '../parts/text.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { WritingField } from '../parts/writing-field.tsx';

type Note = Reply<'get', '/api/studies/{study}/notes'>['notes'][number];

export function NotesPage({ study, mayChange }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="/notes">
      {() => <Threads study={study} mayChange={mayChange} />}
    </StudyFrame>
  );
}

function Threads({ study, mayChange }: StudyPageProps) {
  const loaded = useLoaded(() => call('get', '/api/studies/{study}/notes', { params: { study } }), study, { everySeconds: 15 });
  return (
    <Ready loaded={loaded}>
      {({ notes }) =>
        notes.length === 0 ? (
          <Empty>There are no notes yet. Annotators can write to you about any item; their notes appear here.</Empty>
        ) : (
          [...byPerson(notes)].map(([person, own]) => (
            <section key={person} class="card thread" aria-label={`Notes of ${own[0].annotator}`}>
              <h2>
                <bdi>{own[0].annotator}</bdi>
              </h2>
              <NoteList notes={own} own="owner" />
              {mayChange && <AnswerField study={study} note={own[own.length - 1]} done={loaded.reload} />}
            </section>
          ))
        )
      }
    </Ready>
  );
}

function byPerson(notes: readonly Note[]): Map<string, Note[]> {
  const groups = new Map<string, Note[]>();
  for (const note of notes) groups.set(note.person, [...(groups.get(note.person) ?? []), note]);
  for (const own of groups.values()) own.sort((a, b) => (a.at < b.at ? -1 : 1));
  return groups;
}

function AnswerField({ study, note: { person, item, annotator }, done }: { study: string; note: Note; done(): Promise<void> }) {
  const [text, setText] = useState('');
  return (
    <>
      <WritingField label={`Answer to ${isolated(annotator)}`} text={text} change={setText} required />
      <ActionButton
        disabled={text.trim() === ''}
        act={async () => {
          await call('post', '/api/studies/{study}/notes', {
            params: { study },
            body: { person, text: text.trim(), ...(item ? { item } : {}) },
          });
          setText('');
          await done();
        }}
      >
        Send
      </ActionButton>
    </>
  );
}
