/** Scoring every submission again, with the same labels or with others for the same items. Both ranks remain visible. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { TextField } from '../parts/field.tsx';
import { Ready } from '../parts/loading.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import type { Competition } from './competition.ts';
import { Rescorings } from './rescorings.tsx';

export function RescoreForm({ competition, reload }: { competition: Competition; reload(): Promise<void> }) {
  const { id: board, benchmark } = competition;
  const [reason, setReason] = useState('');
  const [other, setOther] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const loaded = useLoaded(() => call('get', '/api/datasets', {}), 'datasets');
  const ready = reason.trim() !== '' && (!other || chosen.length > 0);
  return (
    <section aria-labelledby="rescore">
      <h2 id="rescore">Score again</h2>
      <p class="soft">
        Scores every stored submission again. The board changes when all are done and shows old and new ranks side by side.
      </p>
      <TextField label="Reason" help="Shown on the board." wide maxLength={500} value={reason} set={setReason} />
      <label class="tick">
        <input type="checkbox" checked={other} onChange={({ currentTarget }) => setOther(currentTarget.checked)} /> Use other labels for the
        same items
      </label>
      {other && (
        <Ready loaded={loaded}>
          {({ datasets }) => (
            <fieldset class="task-choice">
              <legend>Datasets with the new labels</legend>
              {datasets
                .filter((own) => own.benchmark === benchmark && !own.problem)
                .map(({ folder, name }) => (
                  <label key={folder}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(folder)}
                      onChange={({ currentTarget }) =>
                        setChosen(currentTarget.checked ? [...chosen, folder] : chosen.filter((one) => one !== folder))
                      }
                    />
                    <bdi>{name}</bdi>
                  </label>
                ))}
            </fieldset>
          )}
        </Ready>
      )}
      <ActionButton
        disabled={!ready}
        act={async () => {
          const body = { reason: reason.trim(), ...(other ? { datasets: [...chosen] } : {}) };
          await call('post', '/api/boards/{board}/rescore', { params: { board }, body });
          setReason('');
          await reload();
        }}
      >
        Score everything again
      </ActionButton>
      <Rescorings competition={competition} />
    </section>
  );
}
