/** The item in front, its guideline beside it, and the keys that every task has. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { WorkDialog } from '../pages/work.tsx';
import { Guideline } from '../parts/guideline.tsx';
import { Key } from '../parts/key.tsx';
import { readSetting, writeSetting } from '../parts/setting.ts';
import { useKeys } from '../parts/use-keys.ts';
import { pageOf } from '../tasks/index.ts';
import { skippingRule } from './skipping-rule.ts';
import type { OpenWork } from './use-work.ts';
import type { Work } from './work-api.ts';

interface ItemDeskProps {
  work: Work;
  open: OpenWork;
  /** A dialog is open: keys are for it. */
  busy: boolean;
  show(dialog: WorkDialog): void;
}

export function ItemDesk({ work, open: { session, keepDraft }, busy, show }: ItemDeskProps) {
  const { front, changing } = session.state;
  const [said, setSaid] = useState('');
  const [atOnce, setOnce] = useState(readSetting('at-once') === 'on');
  const heading = useRef<HTMLHeadingElement>(null);
  const item = front?.item;
  const form = front?.form ?? work.form;
  // A refused answer is drawn anew, with the reasons.
  const shownKey = `${item} ${changing} ${front?.reasons?.join() ?? ''}`;
  useEffect(() => {
    setSaid('');
    window.scrollTo(0, 0);
    if (!document.activeElement?.matches('.editor textarea')) heading.current?.focus({ preventScroll: true });
  }, [shownKey]);
  const check = useCallback(
    async (value: unknown) => (item === undefined ? [] : (await call('post', '/api/work/check', { body: { item, value } })).advice),
    [item],
  );
  const back = async () => {
    if (!(await session.back())) setSaid('There is no earlier answer.');
  };
  useKeys(
    {
      u: () => void back(),
      s: () => session.skip(),
      h: () => show('history'),
      m: () => show('notes'),
      '?': () => show('help'),
      Escape: () => changing && session.forward(),
    },
    !busy,
  );
  if (!front) return null;
  const given = { task: work.task, shown: front.shown, form };
  const page = pageOf(given);
  return (
    <div class="work-columns">
      <section class="item-card" aria-labelledby="item">
        <div class="title-line">
          <h2 id="item" ref={heading} tabIndex={-1}>
            {changing ? 'An earlier answer' : front.stage === 'qualification' ? 'Qualification' : 'Item'}
          </h2>
          <div class="buttons">
            <button type="button" class="quiet" onClick={() => void back()}>
              Back <Key>u</Key>
            </button>
            {changing ? (
              <button type="button" class="quiet" onClick={() => session.forward()}>
                Leave as it is <Key>Esc</Key>
              </button>
            ) : (
              <button type="button" class="quiet" onClick={() => session.skip()}>
                Skip <Key>s</Key>
              </button>
            )}
          </div>
        </div>
        <p role="status" class="soft said-line">
          {said}
        </p>
        <page.Editor
          key={shownKey}
          {...given}
          value={front.value}
          reasons={front.reasons}
          active={!busy}
          atOnce={atOnce && !changing}
          setAtOnce={
            changing
              ? undefined
              : (on) => {
                  setOnce(on);
                  writeSetting('at-once', on ? 'on' : 'off');
                }
          }
          sendLabel={changing ? 'Change the answer' : 'Send'}
          check={check}
          onChange={(value) => keepDraft(front.item, value)}
          onSend={(value) => session.answer(value)}
        />
      </section>
      <aside class="guide" aria-label="Guideline">
        <details open={wide()}>
          <summary>Guideline</summary>
          <Guideline text={work.guideline} />
          <p class="soft">{skippingRule(work)}</p>
        </details>
      </aside>
    </div>
  );
}

/** On a phone the guideline is folded: the item comes first. */
function wide(): boolean {
  return window.matchMedia('(min-width: 60rem)').matches;
}
