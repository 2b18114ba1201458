/** Going from page to page without loading anew: addresses are real, the back button works, the heading takes the focus. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const MOVED = 'studio-moved';

export function goTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.dispatchEvent(new Event(MOVED));
  window.scrollTo(0, 0);
}

export function useAddress(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const read = () => setPath(location.pathname);
    window.addEventListener(MOVED, read);
    window.addEventListener('popstate', read);
    return () => {
      window.removeEventListener(MOVED, read);
      window.removeEventListener('popstate', read);
    };
  }, []);
  return path;
}

export function Link({
  to,
  children,
  current = false,
  kind,
}: {
  to: string;
  children: ComponentChildren;
  current?: boolean;
  kind?: string;
}) {
  return (
    <a
      href={to}
      class={kind}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        goTo(to);
      }}
    >
      {children}
    </a>
  );
}

/** The page's heading: names the window and is where reading begins after a change of page. */
export function Heading({ children, note }: { children: string; note?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${children} · sensebench studio`;
    const heading = document.querySelector<HTMLElement>('h1');
    // Not at the first page: its reader begins at the top anyway.
    if (document.body.dataset.moved) heading?.focus({ preventScroll: true });
    document.body.dataset.moved = 'yes';
  }, [children]);
  return (
    <>
      <h1 tabIndex={-1} dir="auto">
        {children}
      </h1>
      {note && <p class="subtitle">{note}</p>}
    </>
  );
}

interface Person {
  role: string;
  board: string | null;
}

/** Annotators begin at their work, participants at their competition, visitors at the leaderboards. */
export function homeOf(who: Person | null): string {
  if (who === null) return '/boards';
  if (who.role === 'annotator') return '/work';
  return who.board === null ? '/' : `/boards/${encodeURIComponent(who.board)}`;
}
