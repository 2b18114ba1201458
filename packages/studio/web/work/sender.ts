/** Sends what waits in the outbox, one entry after the other; after a lost connection it tries again, ever more slowly. */
import { Problem } from '../api/call.ts';
import type { Outbox, Waiting } from './outbox.ts';

export interface SenderHandlers<Saved> {
  send(entry: Waiting): Promise<Saved>;
  saved(entry: Waiting, saved: Saved): void;
  /** The server said no: the entry is not sent again. */
  refused(entry: Waiting, problem: Problem): void;
  /** How many wait, and what keeps them: nothing, the connection, or a session that has ended. */
  changed(state: SendingState): void;
  /** Calls back after so many milliseconds. */
  later(callback: () => void, ms: number): void;
}

export interface SendingState {
  waiting: number;
  kept: 'no' | 'connection' | 'session';
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

export interface Sender {
  /** Starts sending, or sends on at once where a pause was made. */
  kick(): Promise<void>;
}

export function createSender<Saved>(outbox: Outbox, handlers: SenderHandlers<Saved>): Sender {
  let running: Promise<void> | null = null;
  let again = false;
  let pause = FIRST_PAUSE;
  let kept: SendingState['kept'] = 'no';

  async function drain(): Promise<void> {
    do {
      again = false;
      for (let [entry, ...rest] = await outbox.list(); entry; [entry, ...rest] = await outbox.list()) {
        handlers.changed({ waiting: rest.length + 1, kept });
        if (!(await sendOne(entry))) return;
      }
    } while (again);
    handlers.changed({ waiting: 0, kept });
  }

  /** False: wait with this one and all after it. */
  async function sendOne(entry: Waiting): Promise<boolean> {
    try {
      const saved = await handlers.send(entry);
      pause = FIRST_PAUSE;
      kept = 'no';
      await outbox.drop(entry.id);
      handlers.saved(entry, saved);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.passing || error.status === 401) {
        kept = error.status === 401 ? 'session' : 'connection';
        handlers.changed({ waiting: (await outbox.list()).length, kept });
        handlers.later(() => void kick(), pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return false;
      }
      kept = 'no';
      await outbox.drop(entry.id);
      handlers.refused(entry, error);
      return true;
    }
  }

  function kick(): Promise<void> {
    again = true;
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  }

  return { kick };
}
