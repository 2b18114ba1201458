/** Using the answers: downloads, and writing them back to the dataset after a preview of the changes. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { ActionButton } from './action-button.tsx';
import { Warnings } from './loading.tsx';
import { count } from './time.ts';

type Result = Reply<'post', '/api/studies/{study}/write-back'>;

export function TakeOut({ study, mayChange }: { study: string; mayChange: boolean }) {
  const [planned, setPlanned] = useState<Result | null>(null);
  const [done, setDone] = useState<Result | null>(null);
  const write = (dry: boolean) => call('post', '/api/studies/{study}/write-back', { params: { study }, body: { dry } });
  return (
    <section aria-labelledby="take-out">
      <h2 id="take-out">Use the answers</h2>
      <p>
        Download every version of every answer as{' '}
        {['jsonl', 'csv', 'parquet'].map((ending, i) => (
          <span key={ending}>
            {i > 0 && (i === 1 ? ', ' : ' or ')}
            <a href={`/api/studies/${encodeURIComponent(study)}/decisions.${ending}`} download={`${study}.${ending}`}>
              {{ jsonl: 'JSON Lines', csv: 'CSV', parquet: 'Parquet' }[ending]}
            </a>
          </span>
        ))}
        . <span class="soft">The sensebench commands read JSON Lines.</span>
      </p>
      {mayChange && !planned && (
        <ActionButton
          act={async () => {
            setDone(null);
            setPlanned(await write(true));
          }}
        >
          Write back to the dataset…
        </ActionButton>
      )}
      {planned && (
        <section class="banner" aria-labelledby="plan">
          <p id="plan">
            <strong>This would change the dataset:</strong> {count(planned.removed, 'row')} removed, {planned.changed} changed,{' '}
            {planned.kept} kept. The dataset card, statistics and report are updated, and the previous version is kept.
          </p>
          <Warnings texts={planned.warnings} />
          <div class="buttons">
            <ActionButton
              kind="primary"
              act={async () => {
                setDone(await write(false));
                setPlanned(null);
              }}
            >
              Write back now
            </ActionButton>
            <button type="button" onClick={() => setPlanned(null)}>
              Cancel
            </button>
          </div>
        </section>
      )}
      <div role="status">
        {done && (
          <div class="banner good">
            <p>
              Written to <bdi>{done.written}</bdi>: {count(done.removed, 'row')} removed, {done.changed} changed, {done.kept} kept.{' '}
              {done.earlier && (
                <>
                  The previous version is in <bdi>{done.earlier}</bdi>.
                </>
              )}
            </p>
            <Warnings texts={done.warnings} />
          </div>
        )}
      </div>
    </section>
  );
}
