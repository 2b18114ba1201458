/** What a task's page is: how it reads what is shown, keeps a draft, draws it, and makes the value that is sent. */

import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../src/server/http/shapes.ts';
import { Key } from '../parts/key.tsx';
import { useKeys } from '../parts/use-keys.ts';
import type { Advice } from '../work/work-api.ts';

export interface TaskGiven {
  task: string;
  shown: unknown;
  form: Form;
}

export interface ViewProps<Shown, Draft> {
  shown: Shown;
  form: Form;
  draft: Draft;
  change(draft: Draft): void;
  /** Sends the draft, or the one that is handed over. */
  send(draft?: Draft): void;
  /** Whether keys are listened to and a field takes the focus. */
  active: boolean;
  /** An answer is sent as soon as its choices are made. */
  atOnce: boolean;
}

export interface KeyHelp {
  keys: string;
  does: string;
}

export interface PageParts<Shown, Draft> {
  /** Last parts of the names of the tasks that it is for; without one, `read` alone decides. */
  names: readonly string[];
  /** null where the page does not know what to do with it. */
  read(shown: unknown, form: Form): Shown | null;
  /** From a saved value, one that was begun, or undefined. */
  draft(value: unknown, shown: Shown, form: Form): Draft;
  value(draft: Draft, shown: Shown, form: Form): unknown;
  /** What is still to be done, in words for a person; null where all is there. */
  missing(draft: Draft, shown: Shown, form: Form): string | null;
  View: FunctionComponent<ViewProps<Shown, Draft>>;
  /** Of an item, in lists. */
  title(shown: Shown): string;
  keys: readonly KeyHelp[];
  /** The server checks what is written while it is written. */
  checked?: boolean;
  /** Choices alone make the answer, so that it can be sent as soon as they are made. */
  choiceOnly?: boolean;
}

export interface EditorProps extends TaskGiven {
  value?: unknown;
  reasons?: readonly string[];
  active: boolean;
  atOnce?: boolean;
  /** Without it the person cannot choose that. */
  setAtOnce?(on: boolean): void;
  sendLabel: string;
  onChange?(value: unknown): void;
  onSend(value: unknown): void;
  check?(value: unknown): Promise<readonly Advice[]>;
}

export interface TaskPage {
  fits(given: TaskGiven): boolean;
  title(given: TaskGiven): string | null;
  Editor: FunctionComponent<EditorProps>;
  keys: readonly KeyHelp[];
}

const CHECK_PAUSE = 400;

export function definePage<Shown, Draft>(page: PageParts<Shown, Draft>): TaskPage {
  const { View } = page;

  function Editor({
    shown: given,
    form,
    value,
    reasons = [],
    active,
    atOnce = false,
    setAtOnce,
    sendLabel,
    onChange,
    onSend,
    check,
  }: EditorProps) {
    const [shown] = useState(() => page.read(given, form));
    const [draft, setDraft] = useState(() => (shown === null ? null : page.draft(value, shown, form)));
    const [lack, setLack] = useState<string | null>(null);
    const latest = useRef(draft);
    const made = (of: Draft | null) => (of === null || shown === null ? undefined : page.value(of, shown, form));
    const advice = useServerCheck(page.checked ? check : undefined, made(draft));

    function change(next: Draft): void {
      latest.current = next;
      setDraft(next);
      setLack(null);
      onChange?.(made(next));
    }

    function send(next = latest.current): void {
      if (shown === null || next === null) return;
      const missing = page.missing(next, shown, form);
      const sent = made(next);
      const refused = advice.find(({ refuse }) => refuse && advice.of === JSON.stringify(sent));
      if (missing === null && !refused) {
        onSend(sent);
        return;
      }
      if (next !== latest.current) change(next);
      setLack(missing ?? refused?.text ?? null);
    }

    useKeys({ Enter: () => send(), 'Ctrl+Enter': () => send() }, active);
    if (shown === null || draft === null) return <p class="problem">This page cannot show the item.</p>;
    return (
      <div class="editor">
        <View shown={shown} form={form} draft={draft} change={change} send={send} active={active} atOnce={atOnce} />
        <div aria-live="polite" class="advice">
          {reasons.length > 0 && <AdviceList texts={reasons} kind="bad" />}
          <AdviceList texts={advice.filter(({ refuse }) => refuse).map(({ text }) => text)} kind="bad" />
          <AdviceList texts={advice.filter(({ refuse }) => !refuse).map(({ text }) => text)} kind="soft" />
        </div>
        {sendLabel && (
          <div class="send-line">
            <button type="button" class="primary" onClick={() => send()}>
              {sendLabel} <Key>Enter</Key>
            </button>
            {page.choiceOnly && setAtOnce && (
              <label class="tick soft">
                <input type="checkbox" checked={atOnce} onChange={({ currentTarget }) => setAtOnce(currentTarget.checked)} />
                Send automatically
              </label>
            )}
            <span role="alert" class="lack">
              {lack}
            </span>
          </div>
        )}
      </div>
    );
  }

  return {
    fits: ({ task, shown, form }) =>
      (page.names.length === 0 || page.names.includes(task.slice(task.lastIndexOf('/') + 1))) && page.read(shown, form) !== null,
    title({ shown, form }) {
      const read = page.read(shown, form);
      return read === null ? null : page.title(read);
    },
    Editor,
    keys: page.keys,
  };
}

function AdviceList({ texts, kind }: { texts: readonly string[]; kind: 'bad' | 'soft' }) {
  if (texts.length === 0) return null;
  return (
    <ul class={`advice-list ${kind}`}>
      {texts.map((text) => (
        <li key={text} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** What the server would say of the value; `of` is the value that it is about. */
function useServerCheck(check: EditorProps['check'], value: unknown): readonly Advice[] & { of?: string } {
  const [advice, setAdvice] = useState<readonly Advice[] & { of?: string }>([]);
  const text = JSON.stringify(value) ?? '';
  const first = useRef(text);
  useEffect(() => {
    if (!check || text === first.current) return;
    let stale = false;
    const timer = setTimeout(() => {
      check(value)
        .then((found) => !stale && setAdvice(Object.assign([...found], { of: text })))
        // A check that cannot be made says nothing: the server checks again when it saves.
        .catch(() => !stale && setAdvice([]));
    }, CHECK_PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [check, text]);
  return advice;
}
