/** Loads what a page shows, again at will and every few seconds while somebody looks. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { wordsOf } from '../api/call.ts';

export interface Loaded<T> {
  data: T | null;
  /** Of the last attempt; earlier data stay. */
  problem: string | null;
  reload(): Promise<void>;
}

export function useLoaded<T>(load: () => Promise<T>, key: string, { everySeconds = 0 } = {}): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; problem: string | null }>({ key, data: null, problem: null });
  const latest = useRef(load);
  latest.current = load;
  const wanted = useRef(key);
  wanted.current = key;
  const reload = useCallback(async () => {
    try {
      const data = await latest.current();
      // The page may be about something else by now.
      if (wanted.current === key) setState({ key, data, problem: null });
    } catch (error) {
      if (wanted.current === key) setState((old) => ({ key, data: old.key === key ? old.data : null, problem: wordsOf(error) }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
    if (everySeconds === 0) return;
    const timer = setInterval(() => document.hidden || void reload(), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [reload, everySeconds]);
  const own = state.key === key;
  return { data: own ? state.data : null, problem: own ? state.problem : null, reload };
}
