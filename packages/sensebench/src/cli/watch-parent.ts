/** Notices that the process that started this one is gone: engines leave their children running. */
import { Worker } from 'node:worker_threads';

export interface ParentWatch {
  /** For use between parts of long work, which lets no timer fire. */
  check(): void;
  stop(): void;
}

const EVERY_MS = 1000;

/** The last resort, while the main thread computes without a pause: a thread that ends the whole process. */
const WATCHDOG = `
const parent = process.ppid;
let gone = 0;
setInterval(() => {
  gone = process.ppid === parent ? 0 : gone + 1;
  if (gone > 4) process.kill(process.pid, 'SIGKILL');
}, ${EVERY_MS});`;

export function watchParent(gone: () => void): ParentWatch {
  const parent = process.ppid;
  const check = () => {
    if (process.ppid !== parent) gone();
  };
  const timer = setInterval(check, EVERY_MS);
  timer.unref();
  const watchdog = new Worker(WATCHDOG, { eval: true });
  watchdog.unref();
  return {
    check,
    stop() {
      clearInterval(timer);
      void watchdog.terminate();
    },
  };
}
