/** What the leaderboard's logic is handed. A worker has no folders and no address, so that it needs less than a server. */
import type { App, Benchmark } from '../../core/index.ts';
import type { Sql } from '../store/index.ts';
import type { Studio } from '../studio/index.ts';
import type { TaskRunner } from '../tasks/index.ts';

/** For scoring. */
export interface Scoring {
  sql: Sql;
  app: App;
  /** A built-in benchmark, or one whose module the user named. */
  benchmark(name: string): Promise<Benchmark>;
  computed: Studio['computed'];
  tasks: TaskRunner<Boards>;
}

/** For the server and for commands that make or read competitions. */
export type Boards = Pick<Studio, 'sql' | 'app' | 'catalog' | 'computed' | 'tasks' | 'address'>;

export function scoringOf({ sql, app, catalog, computed, tasks }: Omit<Boards, 'address'>): Scoring {
  return { sql, app, benchmark: (name) => catalog.benchmark(name), computed, tasks };
}
