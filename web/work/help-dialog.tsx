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
  { keys: 'Enter', does: 'send the answer; in a text field Ctrl+Enter does it too' },
  { keys: 'u', does: 'undo: back to the answer before, to change it' },
  { keys: 's', does: 'skip: you will not see this item again' },
  { keys: 'h', does: 'your answers so far' },
  { keys: 'm', does: 'write a message to the owner of the study' },
  { keys: '?', does: 'this page' },
  { keys: 'Esc', does: 'close, or leave a text field' },
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
        Single letters and digits act as keys
      </label>
      <h3>What the marks mean</h3>
      <ul>
        <li>
          <b>saved</b>: the server has your answer on its disk.
        </li>
        <li>
          <b>kept on this device, not yet saved</b>: there is no connection. Go on; your answers are sent in order when it is back. Do not
          clear this browser’s data before.
        </li>
      </ul>
      <h3>Guideline</h3>
      <Guideline text={work.guideline} />
      <p>{skippingRule(work)}</p>
    </Modal>
  );
}
