/** What an action is given, for tests: it says nothing, on a fixed day, unless the test wants otherwise. */
import type { ActionContext } from '../src/core/index.ts';

export function quietContext(own: Pick<ActionContext, 'tools'> & Partial<ActionContext>): ActionContext {
  return {
    progress: () => ({ update: () => undefined, stop: () => undefined }),
    say: () => undefined,
    warn: () => undefined,
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
    version: '0.0.0',
    ...own,
  };
}
