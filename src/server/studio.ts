/** What the studio's logic is handed: the database, the app with its tools, the folders, the secret, and a log. */
import type { App } from '../core/index.ts';
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
  /** For what would hold the event loop. */
  tasks: TaskRunner<Studio>;
  /** A studio with simulated annotators, to look at. */
  demo: boolean;
  /** The address under which people reach it, without a slash at the end. */
  address(): string;
  /** One line for the log. */
  say(line: string): void;
}
