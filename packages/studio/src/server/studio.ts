/** The dependencies of the studio's logic: database, app, folders, secret, cache, tasks and log. */
import type { App } from 'sensebench/internal/core';
import type { Computed } from './computed.ts';
import type { Sql } from './store/transact.ts';
import type { Catalog } from './studies/catalog.ts';
import type { TaskRunner } from './tasks/task.ts';

export interface Studio {
  sql: Sql;
  app: App;
  catalog: Catalog;
  secret: Uint8Array;
  computed: Computed;
  /** Runs work that would block the event loop. */
  tasks: TaskRunner<Studio>;
  /** A demonstration with simulated annotators. */
  demo: boolean;
  /** The public address, without a trailing slash. */
  address(): string;
  /** Writes one line to the log. */
  say(line: string): void;
}
