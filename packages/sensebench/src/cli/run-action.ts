/** Runs one action: hands it its tools, stops it on Ctrl-C, prints its result, and turns what it throws into an exit code. */

import type { Action, ActionContext } from '@sensebench/metrics/internal/core';
import type { MetricThreads } from '../app/start/index.ts';
import { EXIT, explain, printable } from './exit-code.ts';
import type { OutputFlags } from './option-flags.ts';
import { printResult } from './print-result.ts';
import { createProgress } from './progress.ts';

export interface RunFlags extends OutputFlags {
  /** Threads for metrics that were started early. */
  threads?: MetricThreads;
}

export async function runAction(action: Action, options: Record<string, unknown>, flags: RunFlags): Promise<number> {
  const { json, output, format, quiet, threads } = flags;
  const stop = new AbortController();
  const { stderr, stdout } = process;
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(EXIT.stopped);
    stderr.write(`\nstopping${action.resumes ? '; what is finished is kept, and the same command goes on from there' : ''}\n`);
    stop.abort(new Stopped());
  };
  process.on('SIGINT', onInterrupt);
  const say = (line: string) => {
    if (!quiet) stderr.write(`${printable(line)}\n`);
  };
  // Loaded here: help and mistakes need none of it.
  const { createApp } = await import('../app/create-app.ts');
  const warn = (line: string) => {
    stderr.write(`warning: ${printable(line)}\n`);
  };
  const app = createApp({ say, warn, threads });
  const context: ActionContext = {
    ...app,
    width: stdout.isTTY ? stdout.columns : undefined,
    progress: (label, total) => createProgress(label, total, { quiet, stream: stderr, now: app.now }),
    say,
    warn,
    signal: stop.signal,
    command: { program: process.execPath, words: [...process.execArgv, process.argv[1]], environment: process.env },
  };
  try {
    const result = await action.run(options, context);
    await printResult(result, { json, output, format, stdout, width: context.width });
    await result.rest?.();
    return result.exitCode ?? EXIT.fine;
  } catch (error) {
    return explain(error, stop.signal.aborted);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
    await app.close();
  }
}

class Stopped extends Error {
  override readonly name = 'AbortError';
}
