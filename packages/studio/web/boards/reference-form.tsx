/** Adding a baseline: a run folder that is scored like a submission but has no rank. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Ready } from '../parts/loading.tsx';
import { count } from '../parts/time.ts';
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
      <p class="soft">Adds a run of this benchmark as a reference row: it is scored like a submission but has no rank.</p>
      <Ready loaded={loaded}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p class="soft">
              There are no runs of this benchmark here. Create one with <code>sensebench evaluate</code>.
            </p>
          ) : (
            <div class="fields-line">
              <SelectField
                label="Run"
                value={run}
                set={(value) => {
                  setRun(value);
                  setName(runs.find(({ folder }) => folder === value)?.model ?? '');
                }}
              >
                <option value="">choose a run</option>
                {runs.map((own) => (
                  <option key={own.folder} value={own.folder}>
                    {own.name} ({own.model}, {count(own.predictions, 'prediction')})
                  </option>
                ))}
              </SelectField>
              <SelectField label="Phase" value={phase} set={setPhase}>
                {phases.map((own) => (
                  <option key={own.number} value={own.name}>
                    {own.name}
                  </option>
                ))}
              </SelectField>
              <TextField label="Row name" maxLength={100} value={name} set={setName} />
              <TextField label="Note" maxLength={500} value={note} set={setNote} />
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
