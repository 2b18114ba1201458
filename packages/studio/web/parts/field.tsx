/** Labelled fields of a form: text, numbers, choices, boxes to tick. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  label: string;
  help?: string;
  wide?: boolean;
}

export function Field({ label, help, wide = false, children }: Labelled & { children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class={`field ${wide ? 'wide' : ''}`}>
      <label for={id}>{label}</label>
      {children(id)}
      {help && <span class="help">{help}</span>}
    </div>
  );
}

interface TextFieldProps extends Labelled {
  value: string;
  set(value: string): void;
  /** Hides what is typed. */
  secret?: boolean;
  maxLength?: number;
  placeholder?: string;
  autocomplete?: 'off' | 'new-password';
  required?: boolean;
  /** More than one: a text of several lines. */
  rows?: number;
}

export function TextField({ label, help, wide, value, set, secret = false, rows = 1, ...rest }: TextFieldProps) {
  const change = ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value);
  return (
    <Field label={label} help={help} wide={wide}>
      {(id) =>
        rows > 1 ? (
          <textarea id={id} rows={rows} value={value} onInput={change} {...rest} />
        ) : secret ? (
          <input id={id} type="password" value={value} onInput={change} {...rest} />
        ) : (
          <input id={id} type="text" value={value} onInput={change} {...rest} />
        )
      }
    </Field>
  );
}

interface NumberFieldProps extends Labelled {
  value: number;
  min: number;
  max: number;
  set(value: number): void;
}

export function NumberField({ label, help, value, min, max, set }: NumberFieldProps) {
  return (
    <Field label={label} help={help}>
      {(id) => (
        <input id={id} type="number" min={min} max={max} value={value} onInput={({ currentTarget }) => set(Number(currentTarget.value))} />
      )}
    </Field>
  );
}

/** `children` are its options. */
export function SelectField({
  label,
  help,
  wide,
  value,
  set,
  children,
}: Labelled & { value: string; set(value: string): void; children: ComponentChildren }) {
  return (
    <Field label={label} help={help} wide={wide}>
      {(id) => (
        <select id={id} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {children}
        </select>
      )}
    </Field>
  );
}

export function Tick({ label, checked, set }: { label: string; checked: boolean; set(on: boolean): void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => set(currentTarget.checked)} /> {label}
    </label>
  );
}
