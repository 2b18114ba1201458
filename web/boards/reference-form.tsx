/** A baseline of the owner: a run folder that is scored like a submission and takes no rank. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Field } from '../parts/field.tsx';
import { Ready } from '../parts/loading.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import type { Competition } from './competition.ts';

export function ReferenceForm({ competition: { id: board, benchmark, phases } }: { competition: Competition }) {
  const loaded = useLoaded(() => call('get', '/api/runs', { query: { benchmark } }), benchmark);
  const [phase, setPhase] = useState(phases[0]?.name ?? '');
  const [run, setRun] = useState('');
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  return (
    <section aria-labelledby="baseline">
      <h2 id="baseline">Add a baseline</h2>
      <p class="soft">A run of this benchmark becomes a reference row: it is scored like a submission and takes no rank.</p>
      <Ready loaded={loaded}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p class="soft">
              There is no run of this benchmark here. Make one with <code>sensebench evaluate</code>.
            </p>
          ) : (
            <div class="fields-line">
              <Field label="Run">
                {(id) => (
                  <select
                    id={id}
                    value={run}
                    onChange={({ currentTarget }) => {
                      setRun(currentTarget.value);
                      setName(runs.find(({ folder }) => folder === currentTarget.value)?.model ?? '');
                    }}
                  >
                    <option value="">choose a run</option>
                    {runs.map((own) => (
                      <option key={own.folder} value={own.folder}>
                        {own.name} ({own.model}, {own.predictions} predictions)
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field label="Phase">
                {(id) => (
                  <select id={id} value={phase} onChange={({ currentTarget }) => setPhase(currentTarget.value)}>
                    {phases.map((own) => (
                      <option key={own.number} value={own.name}>
                        {own.name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field label="Name of its row">
                {(id) => (
                  <input id={id} type="text" maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
                )}
              </Field>
              <Field label="Its note">
                {(id) => (
                  <input id={id} type="text" maxLength={500} value={note} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
                )}
              </Field>
              <ActionButton
                disabled={run === '' || name.trim() === ''}
                act={async () => {
                  const body = { phase, run, name: name.trim(), ...(note.trim() ? { note: note.trim() } : {}) };
                  await call('post', '/api/boards/{board}/references', { params: { board }, body });
                  setAdded(name.trim());
                }}
              >
                Add the row
              </ActionButton>
              <span role="status" class="wide soft">
                {added && `“${added}” is being scored.`}
              </span>
            </div>
          )
        }
      </Ready>
    </section>
  );
}
