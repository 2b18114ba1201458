/** What an action is given, for tests: it says nothing, on a fixed day and without threads, unless the test wants otherwise. */

import type { ActionContext } from '../packages/metrics/src/core/index.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';

export function quietContext(own: Pick<ActionContext, 'tools'> & Partial<ActionContext>): ActionContext {
  const { tools, say = () => undefined, warn = () => undefined, now = () => new Date('2026-01-02T03:04:05Z') } = own;
  const threads = { start: () => null, close: () => undefined };
  return {
    ...createApp({ environment: {}, version: '0.0.0', tools, say, warn, now, threads }),
    progress: () => ({ update: () => undefined, stop: () => undefined }),
    say,
    warn,
    signal: new AbortController().signal,
    ...own,
  };
}

/** The shipped models and tables. */
export function shippedTools(): ActionContext['tools'] {
  return createApp({ environment: {} }).tools;
}
