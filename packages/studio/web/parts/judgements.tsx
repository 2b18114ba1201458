/** Several questions with the same choices (yes, no, unsure): arrows go from one to the next, digits answer, one key says yes to all. */

import { useRef, useState } from 'preact/hooks';
import type { Form } from '../../src/server/http/shapes.ts';
import { at, withAt } from '../tasks/read-json.ts';
import type { KeyHelp } from '../tasks/task-page.tsx';
import { Choices } from './choices.tsx';
import { Key } from './key.tsx';
import { useKeys } from './use-keys.ts';

type Field = Form['fields'][number];

export const JUDGEMENT_KEYS: readonly KeyHelp[] = [
  { keys: '1 2 3 or y n', does: 'yes, no, unsure for the marked criterion' },
  { keys: '↑ ↓', does: 'the criterion before, the next one' },
  { keys: 'a', does: 'yes to all' },
];

export interface JudgementsProps {
  fields: readonly Field[];
  value: unknown;
  change(value: unknown): void;
  active: boolean;
  /** Sends the value as soon as every question has an answer. */
  atOnce: boolean;
  send(value: unknown): void;
}

export function Judgements({ fields, value, change, active, atOnce, send }: JudgementsProps) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  function go(to: number): void {
    const place = Math.max(0, Math.min(fields.length - 1, to));
    setCurrent(place);
    const group = list.current?.querySelectorAll('fieldset')[place];
    const radio = group?.querySelector<HTMLInputElement>('input:checked') ?? group?.querySelector<HTMLInputElement>('input');
    radio?.focus({ preventScroll: true });
    group?.scrollIntoView({ block: 'nearest' });
  }

  function put(next: unknown, picked = true): void {
    change(next);
    if (atOnce && picked && missingJudgement(fields, next) === null) send(next);
  }

  function say(option: number): void {
    const field = fields[current];
    const chosen = field?.options?.[option];
    if (!field || !chosen) return;
    put(withAt(value, field.path, chosen.value));
    go(current + 1);
  }

  const all = () => put(fields.reduce((sum: unknown, { path, options = [] }) => withAt(sum, path, options[0]?.value), value));
  useKeys(
    {
      '1': () => say(0),
      '2': () => say(1),
      '3': () => say(2),
      y: () => say(0),
      n: () => say(1),
      a: all,
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
    },
    active,
  );

  return (
    <div ref={list} class="judgements">
      <button type="button" class="all-yes" onClick={all}>
        Yes to all <Key>a</Key>
      </button>
      {fields.map((field, i) => (
        <Choices
          key={field.path.join('.')}
          number={i + 1}
          label={field.label}
          help={field.help}
          current={active && i === current}
          choices={(field.options ?? []).map((option, place) => ({ ...option, hint: String(place + 1) }))}
          chosen={asChoice(at(value, field.path))}
          choose={(next, picked) => put(withAt(value, field.path, next), picked)}
          onFocus={() => setCurrent(i)}
        />
      ))}
    </div>
  );
}

/** What is still to be answered, in words. */
export function missingJudgement(fields: readonly Field[], value: unknown): string | null {
  const open = fields.filter(({ path, required }) => required && asChoice(at(value, path)) === undefined);
  return open.length === 0 ? null : open.length === 1 ? `"${open[0].label}" has no answer yet.` : `${open.length} have no answer yet.`;
}

export function asChoice(value: unknown): string | number | boolean | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
