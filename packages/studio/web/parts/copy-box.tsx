/** A text that is shown once, with a button that copies it. */
import { useId, useRef, useState } from 'preact/hooks';

export function CopyBox({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  async function copy(): Promise<void> {
    field.current?.select();
    try {
      // Over plain http there is no clipboard: the text is selected, and Ctrl+C copies it.
      await navigator.clipboard.writeText(text);
      setCopied('copied');
    } catch {
      setCopied('selected: press Ctrl+C');
    }
  }
  return (
    <div class="banner good link-box">
      <label for={id}>{label}</label>
      <div class="copy-line">
        <input id={id} ref={field} type="text" readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{copied}</span>
      </div>
    </div>
  );
}
