/** Runs one action: hands it its tools, stops it on Ctrl-C, prints its result, and turns what it throws into an exit code. */

import type { MetricThreads } from '../app/start/index.ts';
import { type Action, type ActionContext, InputError, RunnerError, SetupError } from '../core/index.ts';
import type { OutputFlags } from './option-flags.ts';
import { printResult } from './print-result.ts';
import { createProgress } from './progress.ts';

/** Fine; below an asked --fail-below; wrong input or set-up; a model runner failed; stopped by Ctrl-C; a bug. */
export const EXIT = { fine: 0, below: 1, input: 2, runner: 3, stopped: 130, bug: 70 } as const;

export interface RunFlags extends OutputFlags {
  /** Threads for metrics that were started early. */
  threads?: MetricThreads;
}

export async function runAction(action: Action, options: Record<string, unknown>, flags: RunFlags): Promise<number> {
  const { json, output, quiet, threads } = flags;
  const stop = new AbortController();
  const { stderr, stdout } = process;
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(EXIT.stopped);
    stderr.write(`\nstopping${action.resumes ? '; what is finished is kept, and the same command goes on from there' : ''}\n`);
    stop.abort(new Stopped());
  };
  process.on('SIGINT', onInterrupt);
  const say = (line: string) => {
    if (!quiet) stderr.write(`${line}\n`);
  };
  // Loaded here: help and mistakes need none of it.
  const { createApp } = await import('../app/create-app.ts');
  const app = createApp({ say, threads });
  const context: ActionContext = {
    ...app,
    progress: (label, total) => createProgress(label, total, { quiet, stream: stderr, now: app.now }),
    say,
    warn: (line) => {
      stderr.write(`warning: ${line}\n`);
    },
    signal: stop.signal,
  };
  try {
    const result = await action.run(options, context);
    await printResult(result, { json, output, stdout });
    return result.exitCode ?? EXIT.fine;
  } catch (error) {
    return explain(error, stop.signal.aborted);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
    await app.close();
  }
}

/** The exit code of an error, after one line for a user's error or a stack for a bug. */
export function explain(error: unknown, stopped = false): number {
  if (stopped) return EXIT.stopped;
  if (error instanceof InputError || error instanceof SetupError || error instanceof RunnerError) {
    process.stderr.write(`sensebench: ${error.message.replace(/\s*\n\s*/g, ' ')}\n`);
    return error instanceof RunnerError ? EXIT.runner : EXIT.input;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sensebench: a bug, please report it with this:\n${stack}\n`);
  return EXIT.bug;
}

class Stopped extends Error {
  override readonly name = 'AbortError';
}
