/** The contract of an engine: it starts `sensebench work PLAN STAGE SHARDS STORE` somewhere, and is not believed: only the store counts. */
import { InputError } from '../../core/index.ts';

/** Units of one stage of a plan, numbered from 0. */
export interface EngineWork {
  plan: string;
  stage: string;
  units: number;
  store: string;
  signal: AbortSignal;
  /** Called for each unit that a worker has finished, for the progress bar. */
  done(index: number): void;
}

export interface Engine {
  name: string;
  /** For fewer units it does not pay. */
  fewest: number;
  /** Ends when nothing runs any more. What could not be computed is missing in the store; an error says why the engine itself does not work. */
  run(work: EngineWork): Promise<void>;
  /** Ends what it has started. */
  close(): Promise<void>;
}

/**
 * Paths and words that pass through SQL, a shell and a scheduler unchanged.
 * A blank, a quote or ${x} would mean something to one of them.
 */
export function demandPlainPath(path: string): void {
  if (!/^\/[A-Za-z0-9_./-]*$/.test(path))
    throw new InputError(`"${path}" cannot be sent to an engine`, { expected: 'an absolute path of letters, digits and _ . / -' });
}

/** The words of a command for sh; each must be plain. */
export function shellWords(words: readonly string[]): string {
  for (const word of words)
    if (!/^[A-Za-z0-9_./:=@,+-]+$/.test(word))
      throw new InputError(`"${word}" cannot be sent to an engine`, { expected: 'letters, digits and _ . / : = @ , + -' });
  return words.join(' ');
}
