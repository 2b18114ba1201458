/** The form of a task that has no page of its own: what is shown as it is, and a field for each part of the value. */
import type { Form } from '../../src/server/http/shapes.ts';
import { Choices } from '../parts/choices.tsx';
import { asChoice } from '../parts/judgements.tsx';
import { Passage } from '../parts/text.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { focusNextField, WritingField } from '../parts/writing-field.tsx';
import { at, isRecord, withAt } from './read-json.ts';
import { definePage, type ViewProps } from './task-page.tsx';

type Field = Form['fields'][number];

export const plainForm = definePage<{ whole: unknown }, unknown>({
  names: [],
  read: (shown) => ({ whole: shown }),
  draft: (value) => value ?? {},
  value: (draft) => draft,
  missing(draft, _, { fields }) {
    const open = fields.find(({ path, required }) => required && isEmpty(at(draft, path)));
    return open ? `"${open.label}" is empty.` : null;
  },
  title: ({ whole }) => describe(whole),
  keys: [
    { keys: '1 … 9', does: 'the choice of a form with one question' },
    { keys: 'Enter', does: 'in a field: to the next one; else: send' },
  ],
  View: PlainForm,
});

function PlainForm({ shown: { whole }, form: { fields, lacking }, draft, change, send, active }: ViewProps<{ whole: unknown }, unknown>) {
  const [only] = fields.filter(({ kind }) => kind === 'choice');
  const digits = fields.length === 1 && only ? (only.options ?? []) : [];
  useKeys(
    Object.fromEntries(digits.slice(0, 9).map(({ value }, i) => [String(i + 1), () => change(withAt(draft, only.path, value))])),
    active,
  );
  const firstText = fields.findIndex(({ kind }) => kind !== 'choice');
  return (
    <>
      <Shown whole={whole} />
      {lacking.length > 0 && <p class="problem">This form has no field for {lacking.join(', ')}: the task needs a page of its own.</p>}
      {fields.map((field, i) => (
        <FieldOf
          key={field.path.join('.')}
          field={field}
          value={at(draft, field.path)}
          first={active && i === firstText}
          hints={digits.length > 0}
          change={(value) => change(withAt(draft, field.path, value))}
          onEnter={() => focusNextField() || send()}
        />
      ))}
    </>
  );
}

interface FieldProps {
  field: Field;
  value: unknown;
  change(value: unknown): void;
  onEnter(): void;
  first: boolean;
  hints: boolean;
}

function FieldOf({ field, value, change, onEnter, first, hints }: FieldProps) {
  const { label, help, kind, required, options = [] } = field;
  if (kind === 'choice') {
    const choices = options.map((option, i) => ({ ...option, ...(hints && i < 9 ? { hint: String(i + 1) } : {}) }));
    return <Choices label={label} help={help} choices={choices} chosen={asChoice(value)} choose={change} plain />;
  }
  const shared = { label, help, required, first };
  if (kind === 'list') {
    const lines = Array.isArray(value) ? value.map(String).join('\n') : '';
    const split = (text: string) => change(text === '' ? undefined : text.split('\n'));
    return <WritingField {...shared} label={`${label} (one a line)`} text={lines} change={split} rows={4} />;
  }
  if (kind === 'number') {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
    return <WritingField {...shared} text={text} change={(typed) => change(toNumber(typed))} onEnter={onEnter} rows={1} />;
  }
  const text = typeof value === 'string' ? value : '';
  return (
    <WritingField
      {...shared}
      text={text}
      change={(typed) => change(typed === '' ? undefined : typed)}
      onEnter={onEnter}
      rows={kind === 'text' ? 1 : 3}
    />
  );
}

/** What is not a number yet stays as it was typed: the server says what it thinks of it. */
function toNumber(typed: string): unknown {
  return typed.trim() === '' ? undefined : /^-?\d+([.,]\d+)?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : typed;
}

/** Any JSON as texts with their names. */
function Shown({ whole }: { whole: unknown }) {
  if (!isRecord(whole)) return <Passage text={describe(whole)} kind="large" />;
  return (
    <dl class="shown fields">
      {Object.entries(whole).map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd>
            <Passage text={describe(value)} kind="large" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(describe).join(', ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${describe(one)}`)
      .join('; ');
  return value === null || value === undefined ? '–' : String(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
