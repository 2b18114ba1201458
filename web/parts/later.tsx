/** Pages that are loaded when they are first wanted, so that all others open sooner. */
import type { ComponentChildren } from 'preact';
import { Ready } from './loading.tsx';
import { useLoaded } from './use-loaded.ts';

export function Later<T>({ load, children }: { load(): Promise<T>; children: (loaded: T) => ComponentChildren }) {
  const loaded = useLoaded(load, 'pages');
  return <Ready loaded={loaded}>{children}</Ready>;
}
