/** Watches over an owned store: a PostgreSQL that died is started again, and the owner's lock is taken again. */
import { setTimeout as wait } from 'node:timers/promises';
import { placesIn } from './data-folder.ts';
import { findRunning, launchPostgres } from './launch-postgres.ts';
import { own } from './owner-lock.ts';
import { again, type Sql } from './transact.ts';

const LOOK_MS = 200;
const LONGEST_PAUSE_MS = 5000;

export interface Keeping {
  /** undefined: a database elsewhere, which others keep running. */
  data?: string;
  lock: Sql;
  onLost?(error: Error): void;
  say?(line: string): void;
}

export function keepRunning({ data, lock, onLost, say = () => undefined }: Keeping): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = watch();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };

  async function watch(): Promise<void> {
    let backend = await backendOf(lock);
    let pause = LOOK_MS;
    while (!stopping.signal.aborted) {
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        if (data !== undefined && !findRunning(placesIn(data))) {
          say('PostgreSQL has ended; it is started again');
          await launchPostgres(data);
        }
        const now = await backendOf(lock);
        if (now !== backend) {
          await own(lock, 'the store');
          backend = now;
        }
        pause = LOOK_MS;
      } catch (error) {
        if (error instanceof Error && error.name === 'SetupError' && / is in use by /.test(error.message)) {
          onLost?.(error);
          return;
        }
        say(error instanceof Error ? error.message : String(error));
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      }
    }
  }
}

/** Another number: the connection is another one, and the lock of the earlier one is gone. */
async function backendOf(lock: Sql): Promise<number> {
  const [{ pid }] = await again(() => lock`select pg_backend_pid() as pid`, { patienceMs: 2000 });
  return Number(pid);
}
