/** The state of a submission in words: waiting, scored, failed with a reason, or chosen for its row. */
import type { Submission } from './competition.ts';

const WORDS: Readonly<Record<Submission['state'], string>> = {
  queued: 'Waiting to be scored.',
  running: 'Being scored.',
  done: '',
  failed: 'It could not be scored, and no quota was used.',
  cancelled: 'No quota was used.',
};

export function isWaiting({ state }: Pick<Submission, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

export function SubmissionState({ submission: { state, reason, withdrawn, final } }: { submission: Submission }) {
  return (
    <>
      <span class={`badge ${state}`}>{state}</span> {withdrawn && <span class="badge warn">withdrawn</span>}{' '}
      {final && <span class="badge done">chosen</span>}{' '}
      {reason && (
        <>
          <strong class="problem">
            <bdi>{reason}</bdi>
          </strong>{' '}
          ·{' '}
        </>
      )}
      {WORDS[state]}
    </>
  );
}
