/** The keys of the task and of every page, the settings of the keyboard, and the guideline once more. */
import { useState } from 'preact/hooks';
import { Guideline } from '../parts/guideline.tsx';
import { Modal } from '../parts/modal.tsx';
import { writeSetting } from '../parts/setting.ts';
import { singleKeysOn } from '../parts/use-keys.ts';
import { pageOf } from '../tasks/index.ts';
import { skippingRule } from './skipping-rule.ts';
import type { OpenWork } from './use-work.ts';
import type { Work } from './work-api.ts';

const EVERYWHERE = [
  { keys: 'Enter', does: 'send the answer (Ctrl+Enter in a text field)' },
  { keys: 'u', does: 'go back to the previous answer and change it' },
  { keys: 's', does: 'skip the item' },
  { keys: 'h', does: 'show your answers' },
  { keys: 'm', does: 'write a message to the owner of the study' },
  { keys: '?', does: 'show this help' },
  { keys: 'Esc', does: 'close a dialog or leave a text field' },
];

export function HelpDialog({ work, open: { session }, close }: { work: Work; open: OpenWork; close(): void }) {
  const { front } = session.state;
  const page = front ? pageOf({ task: work.task, shown: front.shown, form: front.form ?? work.form }) : null;
  const [single, setSingle] = useState(singleKeysOn());
  return (
    <Modal title="Keys and help" close={close}>
      <dl class="key-list">
        {[...(page?.keys ?? []), ...EVERYWHERE].map(({ keys, does }) => (
          <div key={keys + does}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="tick">
        <input
          type="checkbox"
          checked={single}
          onChange={({ currentTarget }) => {
            setSingle(currentTarget.checked);
            writeSetting('single-keys', currentTarget.checked ? 'on' : 'off');
          }}
        />{' '}
        Use single letters and digits as shortcuts
      </label>
      <h3>Status messages</h3>
      <ul>
        <li>
          <b>saved</b>: your answer is stored on the server.
        </li>
        <li>
          <b>kept on this device, not yet saved</b>: there is no connection. You can continue; your answers are sent in order when it is
          back. Do not clear this browser’s data before then.
        </li>
      </ul>
      <h3>Guideline</h3>
      <Guideline text={work.guideline} />
      <p>{skippingRule(work)}</p>
    </Modal>
  );
}
