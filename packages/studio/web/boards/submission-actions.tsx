/** What a sender or an owner can do with a submission: choose it for its row, withdraw it, cancel it while it waits. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Modal } from '../parts/modal.tsx';
import type { Submission } from './competition.ts';
import { isWaiting } from './submission-state.tsx';

interface SubmissionActionsProps {
  board: string;
  submission: Submission;
  /** The phase is over: its rows are chosen. */
  over: boolean;
  done(): Promise<void>;
}

export function SubmissionActions({ board, submission, over, done }: SubmissionActionsProps) {
  const { id, row, withdrawn, final, state } = submission;
  const [asking, setAsking] = useState(false);
  const params = { board, submission: id };
  const change = async (body: { withdrawn?: true; final?: boolean }) => {
    await call('patch', '/api/boards/{board}/submissions/{submission}', { params, body });
    setAsking(false);
    await done();
  };
  return (
    <div class="buttons">
      {isWaiting(submission) && (
        <ActionButton
          kind="quiet"
          act={async () => {
            await call('post', '/api/boards/{board}/submissions/{submission}/cancel', { params });
            await done();
          }}
        >
          Cancel
          <span class="said">
            {' '}
            the submission for <bdi>{row}</bdi>
          </span>
        </ActionButton>
      )}
      {state === 'done' && !withdrawn && !over && (
        <ActionButton kind="quiet" act={() => change({ final: !final })}>
          {final ? 'Let the last one stand' : 'Choose for its row'}
          <span class="said">
            : <bdi>{row}</bdi>
          </span>
        </ActionButton>
      )}
      {state === 'done' && !withdrawn && (
        <button type="button" class="quiet" onClick={() => setAsking(true)}>
          Withdraw…
          <span class="said">
            {' '}
            <bdi>{row}</bdi>
          </span>
        </button>
      )}
      {asking && (
        <Modal title="Withdraw the submission?" close={() => setAsking(false)}>
          <p>
            It leaves the board for good. The row “<bdi>{row}</bdi>” shows another submission of the same name, if there is one. Its quota
            stays used, and it still counts as an attempt.
          </p>
          <ActionButton kind="danger" act={() => change({ withdrawn: true })}>
            Withdraw it
          </ActionButton>
        </Modal>
      )}
    </div>
  );
}
