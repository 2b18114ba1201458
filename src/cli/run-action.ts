/** Runs one action: hands it its tools, stops it on Ctrl-C, prints its result, and turns what it throws into an exit code. */

import { createToolbox, version } from '../app/index.ts';
import { type Action, type ActionContext, InputError, RunnerError, SetupError } from '../core/index.ts';
import { printResult } from './print-result.ts';
import { createProgress } from './progress.ts';

/** Fine; below an asked --fail-below; wrong input or set-up; a model runner failed; stopped by Ctrl-C; a bug. */
export const EXIT = { fine: 0, below: 1, input: 2, runner: 3, stopped: 130, bug: 70 } as const;

export interface RunFlags {
  json: boolean;
  output?: string;
  quiet: boolean;
}

export async function runAction(action: Action, options: Record<string, unknown>, { json, output, quiet }: RunFlags): Promise<number> {
  const stop = new AbortController();
  const { stderr, stdout } = process;
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(EXIT.stopped);
    stderr.write('\nstopping; what is finished is kept, and the same command goes on from there\n');
    stop.abort(new Stopped());
  };
  process.on('SIGINT', onInterrupt);
  const { tools } = createToolbox({ say: (line) => stderr.write(`${line}\n`) });
  const context: ActionContext = {
    tools,
    progress: (label, total) => createProgress(label, total, { quiet, stream: stderr, now: () => new Date() }),
    say: (line) => {
      if (!quiet) stderr.write(`${line}\n`);
    },
    warn: (line) => {
      stderr.write(`warning: ${line}\n`);
    },
    signal: stop.signal,
    now: () => new Date(),
    version,
  };
  try {
    const result = await action.run(options, context);
    await printResult(result, { json, output, stdout });
    return result.exitCode ?? EXIT.fine;
  } catch (error) {
    return explain(error, stop.signal.aborted);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
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
