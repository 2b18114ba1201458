/** Which part of a long list is shown, and the way to the parts before and after it. */
import type { ComponentChildren } from 'preact';

interface PagerProps {
  from: number;
  shown: number;
  total: number;
  /** Of a full page. */
  size: number;
  setFrom(from: number): void;
  /** After the numbers. */
  note?: string;
  children: ComponentChildren;
}

export function Pager({ from, shown, total, size, setFrom, note, children }: PagerProps) {
  return (
    <>
      <p class="soft">
        {shown === 0 ? 0 : from + 1} to {from + shown} of {total}
        {note}
      </p>
      {children}
      {total > size && (
        <div class="buttons">
          <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - size))}>
            Previous
          </button>
          <button type="button" disabled={from + shown >= total} onClick={() => setFrom(from + size)}>
            Next
          </button>
        </div>
      )}
    </>
  );
}
