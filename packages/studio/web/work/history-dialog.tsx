/** The person's own answers, the last first; each can be opened and changed. */

import { Empty, Ready } from '../parts/loading.tsx';
import { Modal } from '../parts/modal.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { titleOf } from '../tasks/index.ts';
import { describe } from '../tasks/plain-form.tsx';
import type { Work } from './work-api.ts';
import type { WorkSession } from './work-session.ts';

export function HistoryDialog({ work, session, close }: { work: Work; session: WorkSession; close(): void }) {
  const loaded = useLoaded(() => session.history(), 'history');
  return (
    <Modal title="Your answers" close={close}>
      <Ready loaded={loaded}>
        {(answers) =>
          answers.length === 0 ? (
            <Empty>You have not answered any items yet.</Empty>
          ) : (
            <>
              <ul class="rows history">
                {answers.map(({ item, shown, value }) => (
                  <li key={item}>
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => {
                        close();
                        session.openAnswer(item);
                      }}
                    >
                      <span dir="auto">{titleOf({ task: work.task, shown, form: work.form })}</span>
                      <span class="soft" dir="auto">
                        {describe(value)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <button type="button" onClick={() => void loaded.reload()}>
                Show earlier answers
              </button>
            </>
          )
        }
      </Ready>
    </Modal>
  );
}
