/** A labelled field of a form. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function Field({
  label,
  help,
  wide = false,
  children,
}: {
  label: string;
  help?: string;
  wide?: boolean;
  children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={`field ${wide ? 'wide' : ''}`}>
      <label for={id}>{label}</label>
      {children(id)}
      {help && <span class="help">{help}</span>}
    </div>
  );
}
