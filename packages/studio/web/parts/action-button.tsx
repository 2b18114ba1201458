/** A button whose work takes a moment: it cannot be pressed twice, and a failure is said beside it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOf } from '../api/call.ts';

interface ActionButtonProps {
  act(): Promise<void>;
  children: ComponentChildren;
  kind?: string;
  disabled?: boolean;
}

export function ActionButton({ act, children, kind = '', disabled = false }: ActionButtonProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function press(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <span class="action">
      <button type="button" class={kind} disabled={disabled} aria-disabled={busy} aria-busy={busy} onClick={() => busy || void press()}>
        {children}
      </button>
      <span role="alert" class="lack">
        {problem}
      </span>
    </span>
  );
}
