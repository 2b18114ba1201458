/** The log of a server or a worker: lines for people, or a JSON object a line for programs that collect logs. */
import type { WorkerEvent } from './boards/board-worker.ts';

/** What happened, with its particulars. */
export type LogEntry =
  | WorkerEvent
  | { event: 'request'; method: string; path: string; status: number; ms: number }
  | { event: 'started'; at: string }
  /** The event loop was held: nothing was answered for so long. */
  | { event: 'held'; p99: number; max: number };

export interface Log {
  /** A line for people. */
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

/** People are told what they may have to act on. */
function tell(entry: LogEntry): string[] {
  if (entry.event === 'failed') return [`job ${entry.job.slice(0, 8)} failed: ${entry.error}${entry.retry ? ' (it is tried again)' : ''}`];
  if (entry.event === 'lost') return [`job ${entry.job.slice(0, 8)} went to another worker, or was cancelled`];
  if (entry.event === 'held') return [`nothing was answered for ${Math.round(entry.max)} ms: something held the event loop`];
  if (entry.event === 'waiting') return [entry.error];
  return [];
}
