/** Exit codes, and what is said of an error: a line for each mistake of the user, a stack for a bug. */
import { InputError, RunnerError, SetupError } from '@sensebench/metrics/internal/core';

/** Fine; below an asked --fail-below; wrong input or set-up; a model runner failed; stopped by Ctrl-C; a bug. */
export const EXIT = { fine: 0, below: 1, input: 2, runner: 3, stopped: 130, bug: 70 } as const;

/** The exit code of an error, after one line for a user's error or a stack for a bug. */
export function explain(error: unknown, stopped = false): number {
  if (stopped) return EXIT.stopped;
  if (error instanceof InputError || error instanceof SetupError || error instanceof RunnerError) {
    process.stderr.write(`sensebench: ${describeError(error)}\n`);
    return error instanceof RunnerError ? EXIT.runner : EXIT.input;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sensebench: a bug, please report it with this:\n${stack}\n`);
  return EXIT.bug;
}

/** One line, or one for each of several mistakes of a file. */
function describeError(error: Error): string {
  const lines = error instanceof InputError && error.mistakes.length > 1 ? error.message.split('\n  ') : [error.message];
  return lines.map((line) => printable(line.replace(/\s*\n\s*/g, ' '))).join('\n  ');
}

/** A message is longer only where it quotes a value of a file. */
const LONGEST = 1500;

/** A message can quote a file. Its control characters would steer the terminal, so they are written as JSON writes them; what is too long is cut. */
export function printable(text: string): string {
  const line = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
  return Array.from(line, (letter) => (isControl(letter) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter)).join('');
}

/** C0 but the tab, DEL, C1, and the marks that turn the direction of the text after them. */
function isControl(letter: string): boolean {
  const code = letter.charCodeAt(0);
  return (
    (code < 0x20 && code !== 0x09) ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}
