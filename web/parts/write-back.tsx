/** Taking the answers out: a download, or into the dataset after a look at what would change. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { ActionButton } from './action-button.tsx';
import { Warnings } from './loading.tsx';

type Result = Reply<'post', '/api/studies/{study}/write-back'>;

export function TakeOut({ study, mayChange }: { study: string; mayChange: boolean }) {
  const [planned, setPlanned] = useState<Result | null>(null);
  const [done, setDone] = useState<Result | null>(null);
  const write = (dry: boolean) => call('post', '/api/studies/{study}/write-back', { params: { study }, body: { dry } });
  return (
    <section aria-labelledby="take-out">
      <h2 id="take-out">Use the answers</h2>
      <p>
        <a class="button" href={`/api/studies/${encodeURIComponent(study)}/decisions.jsonl`} download={`${study}.jsonl`}>
          Download decisions
        </a>{' '}
        <span class="soft">JSON Lines, every version of every answer; all other commands read it.</span>
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
            <strong>This would change the dataset:</strong> {planned.removed} rows removed, {planned.changed} changed, {planned.kept} kept.
            Card, statistics and report are made anew; the earlier state is kept.
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
              Written to <bdi>{done.written}</bdi>: {done.removed} rows removed, {done.changed} changed, {done.kept} kept.{' '}
              {done.earlier && (
                <>
                  The earlier state is in <bdi>{done.earlier}</bdi>.
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
