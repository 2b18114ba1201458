/** Withdrawing: the person's answers are erased, on the server and on this device. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { count } from '../parts/time.ts';

export function WithdrawDialog({ forget, close }: { forget(): Promise<void>; close(): void }) {
  const [erased, setErased] = useState<number | null>(null);
  if (erased !== null)
    return (
      <Modal title="You have withdrawn" close={() => location.assign('/')}>
        <p role="status">
          {count(erased, 'answer')} erased. Only the fact that you took part and withdrew is kept. You can close this page.
        </p>
      </Modal>
    );
  return (
    <Modal title="Withdraw from the study?" close={close}>
      <p>
        This erases all your answers and ends your participation. It cannot be undone. To take a break, just close the page: your answers
        stay saved.
      </p>
      <ActionButton
        kind="danger"
        act={async () => {
          const { erased: count } = await call('post', '/api/work/withdraw', { body: { withdraw: true } });
          await forget();
          setErased(count);
        }}
      >
        Erase my answers and withdraw
      </ActionButton>
    </Modal>
  );
}
