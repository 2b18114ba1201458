/** A dialog over the page; Esc and a button close it, and the focus goes back to where it was. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export function Modal({ title, close, children }: { title: string; close(): void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    // At once: what is typed before a later effect would be lost.
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    return () => {
      gone.current = true;
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  // The browser's own close event comes late: the next dialog may be open by then.
  const leave = () => {
    if (!gone.current) close();
  };
  // Esc closes with the page, not before it: a key in between would be lost.
  const cancel = (event: Event) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave();
  };
  return (
    <dialog ref={box} aria-labelledby={id} onCancel={cancel} onClose={leave}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={leave}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
