/** What a page shows while it loads, and when it cannot. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from './use-loaded.ts';

export function Ready<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ComponentChildren }) {
  const { data, problem, reload } = loaded;
  return (
    <>
      {problem && (
        <div class="banner bad" role="alert">
          <p>{problem}</p>
          <button type="button" onClick={() => void reload()}>
            Try again
          </button>
        </div>
      )}
      {data !== null && children(data)}
      {data === null && !problem && <p class="loading">Loading…</p>}
    </>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty-state">{children}</p>;
}

/** Things the owner should know before all else. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section class="banner warn" aria-label="Warnings">
      <ul>
        {texts.map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
