/** Errors that come from a worker: those that are a user's business arrive as what they were, all others with their stack. */
import { InputError, RunnerError, SetupError } from '../../core/index.ts';
import { StoreRefusal, StoreUnavailable } from '../store/index.ts';

export interface PackedError {
  kind: string;
  message: string;
  stack?: string;
  /** The fields of its class. */
  fields: object;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { kind: 'Error', message: String(error), fields: {} };
  const { name: kind, message, stack } = error;
  return { kind, message, stack, fields: KNOWN[kind] ? { ...error } : {} };
}

const KNOWN: Readonly<Record<string, ((message: string) => Error) | undefined>> = {
  InputError: (message) => new InputError(message),
  SetupError: (message) => new SetupError(message),
  RunnerError: (message) => new RunnerError(message),
  StoreRefusal: (message) => new StoreRefusal('invalid', message),
  StoreUnavailable: (message) => new StoreUnavailable(message),
};

export function unpackError({ kind, message, stack, fields }: PackedError): Error {
  const error = KNOWN[kind]?.(message) ?? new Error(message);
  return Object.assign(error, fields, { stack });
}
