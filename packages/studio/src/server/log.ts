/** The log of a server or worker: plain text for people, or JSON Lines for log collectors. */
import type { WorkerEvent } from './boards/board-worker.ts';

/** A structured log entry. */
export type LogEntry =
  | WorkerEvent
  | { event: 'request'; method: string; path: string; status: number; ms: number }
  | { event: 'started'; at: string }
  /** The event loop was blocked, so nothing was answered for this many milliseconds. */
  | { event: 'held'; p99: number; max: number };

export interface Log {
  /** Writes a line of plain text. */
  line(text: string): void;
  entry(entry: LogEntry): void;
}

export interface LogOptions {
  format: 'text' | 'json';
  /** One whole line. */
  write(line: string): void;
  now(): Date;
}

export function createLog({ format, write, now }: LogOptions): Log {
  if (format === 'json') {
    const put = (entry: object) => write(JSON.stringify({ time: now().toISOString(), ...entry }));
    return { line: (message) => put({ event: 'message', message }), entry: put };
  }
  return { line: write, entry: (entry) => tell(entry).forEach(write) };
}

/** The text log shows only entries that someone may have to act on. */
function tell(entry: LogEntry): string[] {
  if (entry.event === 'failed') return [`job ${entry.job.slice(0, 8)} failed: ${entry.error}${entry.retry ? ' (it will be retried)' : ''}`];
  if (entry.event === 'lost') return [`job ${entry.job.slice(0, 8)} was taken over by another worker or cancelled`];
  if (entry.event === 'held') return [`the event loop was blocked for ${Math.round(entry.max)} ms; no requests were answered meanwhile`];
  if (entry.event === 'waiting') return [entry.error];
  return [];
}
