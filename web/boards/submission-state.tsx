/** The state of a submission in words: why it failed, what it was told, whether it stands for its row. */
import type { Submission } from './competition.ts';

const WORDS: Readonly<Record<Submission['state'], string>> = {
  queued: 'It waits to be scored.',
  running: 'It is being scored.',
  done: '',
  failed: 'It could not be scored and used no quota.',
  cancelled: 'It used no quota.',
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
