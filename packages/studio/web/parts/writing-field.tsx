/** A field for a sentence or two: grows with its text; Enter goes on, Shift+Enter makes a line. */
import { useEffect, useId, useRef } from 'preact/hooks';

interface WritingFieldProps {
  label: string;
  help?: string;
  text: string;
  change(text: string): void;
  /** At Enter; without it Enter makes a line. */
  onEnter?(): void;
  /** Takes the focus when the item is shown. */
  first?: boolean;
  required?: boolean;
  rows?: number;
}

export function WritingField({ label, help, text, change, onEnter, first = false, required = false, rows = 2 }: WritingFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (first) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="writing">
      <label for={id} dir="auto">
        {label}
        {!required && <span class="optional"> (optional)</span>}
      </label>
      {help && (
        <p class="help" id={`${id}-help`} dir="auto">
          {help}
        </p>
      )}
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={rows}
        maxLength={20_000}
        aria-describedby={help ? `${id}-help` : undefined}
        aria-required={required}
        data-first={first || undefined}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}

/** Moves to the writing field after the one that has the focus; false: it was the last. */
export function focusNextField(): boolean {
  const here = document.activeElement;
  const fields: Element[] = [...(here?.closest('.editor')?.querySelectorAll('textarea') ?? [])];
  const next = here ? fields[fields.indexOf(here) + 1] : undefined;
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}
