/** Annotators with the signals of their quality; who is excluded no longer counts, and the items open again. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { Modal } from '../parts/modal.tsx';
import { StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { isolated } from '../parts/text.tsx';
import { count, seconds, share, when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';

type Person = Reply<'get', '/api/studies/{study}/people'>['people'][number];

export function PeoplePage({ study, mayChange }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="/people">
      {() => <People study={study} mayChange={mayChange} />}
    </StudyFrame>
  );
}

function People({ study, mayChange }: StudyPageProps) {
  const loaded = useLoaded(() => call('get', '/api/studies/{study}/people', { params: { study } }), study, { everySeconds: 15 });
  const [asked, setAsked] = useState<Person | null>(null);
  return (
    <Ready loaded={loaded}>
      {({ people }) =>
        people.length === 0 ? (
          <Empty>Nobody has joined yet. Create an invitation link on the Overview page.</Empty>
        ) : (
          <>
            <p class="soft">
              Agreement is with the majority of the others; competence is estimated by the Dawid–Skene model, from 0 (guessing) to 1. A low
              figure is a reason to look closer, not a verdict.
            </p>
            <ul class="cards people">
              {people.map((person) => (
                <li key={person.person} class={`card ${person.state === 'excluded' ? 'muted' : ''}`}>
                  <PersonCard person={person} />
                  {mayChange && person.role === 'annotator' && person.state !== 'withdrawn' && (
                    <button type="button" class="quiet" onClick={() => setAsked(person)}>
                      {person.state === 'excluded' ? 'Reinstate' : 'Exclude…'}
                      <span class="said">
                        {' '}
                        <bdi>{person.annotator}</bdi>
                      </span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {asked && (
              <Exclude
                study={study}
                person={asked}
                close={() => {
                  setAsked(null);
                  void loaded.reload();
                }}
              />
            )}
          </>
        )
      }
    </Ready>
  );
}

function PersonCard({
  person: { annotator, simulated, state, answers, medianSeconds, gold, agreement, competence, signals, joined, seen },
}: {
  person: Person;
}) {
  return (
    <>
      <h2>
        <bdi>{annotator}</bdi> <span class={`badge ${state}`}>{state}</span> {simulated && <span class="badge warn">simulated</span>}
      </h2>
      <dl class="pairs">
        <Row name="answers" value={String(answers)} />
        <Row name="median time" value={seconds(medianSeconds)} />
        {gold && <Row name="known items right" value={`${gold.right} of ${gold.of}`} />}
        <Row name="agreement" value={share(agreement)} />
        <Row name="competence" value={competence === null ? '–' : competence.toFixed(2)} />
        {signals.map(({ name, value, warning }) => (
          <Row key={name} name={name} value={value} warning={warning} />
        ))}
        <Row name="last seen" value={seen ? when(seen) : `joined ${when(joined)}`} />
      </dl>
    </>
  );
}

function Row({ name, value, warning }: { name: string; value: string; warning?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
        {warning && <span class="warning"> {warning}</span>}
      </dd>
    </div>
  );
}

function Exclude({ study, person, close }: { study: string; person: Person; close(): void }) {
  const [reason, setReason] = useState('');
  const excluded = person.state === 'excluded';
  return (
    <Modal title={excluded ? `Reinstate ${isolated(person.annotator)}?` : `Exclude ${isolated(person.annotator)}?`} close={close}>
      <p>
        {excluded
          ? 'The answers of this person count again.'
          : `${count(person.answers, 'answer')} will no longer count, and the items open again. Nothing is deleted: the answers stay in the log.`}
      </p>
      <TextField label="Reason (for your records)" wide maxLength={500} value={reason} set={setReason} />
      <ActionButton
        kind="primary"
        act={async () => {
          const params = { study, person: person.person };
          await call('post', '/api/studies/{study}/people/{person}/exclusion', { params, body: { excluded: !excluded, reason } });
          close();
        }}
      >
        {excluded ? 'Reinstate' : 'Exclude'}
      </ActionButton>
    </Modal>
  );
}
