/** The three errors that users can act on. Any other exception is a bug and keeps its stack. */

export interface InputErrorPlace {
  file?: string;
  line?: number;
  field?: string;
  expected?: string;
}

/** Wrong input: names the file, line and field, and what was expected there. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly place: InputErrorPlace;
  /** Where one error stands for several. */
  readonly mistakes: readonly InputError[] = [];

  constructor(message: string, place: InputErrorPlace = {}) {
    super(describe(message, place));
    this.place = place;
  }
}

/** One error for all mistakes of a file, with a line for each. */
export function joinErrors(errors: readonly InputError[]): InputError {
  const [first] = errors;
  if (errors.length === 1) return first;
  const shown = errors.slice(0, MOST_LISTED).map(({ message }) => `  ${message}`);
  const more = errors.length > MOST_LISTED ? [`  and ${errors.length - MOST_LISTED} more`] : [];
  const joined = new InputError(`${errors.length} mistakes:\n${[...shown, ...more].join('\n')}`);
  return Object.assign(joined, { place: first.place, mistakes: errors });
}

const MOST_LISTED = 20;

/** Something is missing on this machine: names it, and the command that fixes the problem. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  readonly fix: string | undefined;

  constructor(message: string, fix?: string) {
    super(fix ? `${message}; ${fix}` : message);
    this.fix = fix;
  }
}

/** A model or its server failed. `retryable`: the same request may succeed later. */
export class RunnerError extends Error {
  override readonly name = 'RunnerError';
  readonly retryable: boolean;

  constructor(message: string, { retryable = false, cause }: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

function describe(message: string, { file, line, field, expected }: InputErrorPlace): string {
  const where = [
    file && (line === undefined ? file : `${file}:${line}`),
    !file && line !== undefined && `line ${line}`,
    field && `field "${field}"`,
  ]
    .filter(Boolean)
    .join(', ');
  return `${where ? `${where}: ` : ''}${message}${expected ? ` (expected ${expected})` : ''}`;
}
