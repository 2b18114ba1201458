/** Work that must not block the server's event loop: a named function, run by a worker process or, in commands, in place. */
import { InputError, RunnerError, SetupError } from 'sensebench/internal/core';
import { StoreRefusal, StoreUnavailable } from '../store/refusal.ts';

/** Each lane has its own worker, so that uploads, pages and scores do not wait for each other. */
export type Lane = 'uploads' | 'pages' | 'scores';

export interface Task<World, Input, Output> {
  name: string;
  lane: Lane;
  run(world: World, input: Input, signal?: AbortSignal): Promise<Output>;
}

/** Input and output must be plain data. */
export interface TaskRunner<World> {
  run<Input, Output>(task: Task<World, Input, Output>, input: Input, signal?: AbortSignal): Promise<Output>;
}

export function runHere<World>(world: () => World): TaskRunner<World> {
  return { run: (task, input, signal) => task.run(world(), input, signal) };
}

/** Makes a task of the pages lane from a function. */
export function pageTask<World, Args extends unknown[], Output>(
  name: string,
  work: (world: World, ...args: Args) => Promise<Output>,
): Task<World, Args, Output> {
  return { name, lane: 'pages', run: (world, args) => work(world, ...args) };
}

/** The task was not started; the same request may succeed in a moment. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

export interface PackedError {
  kind: string;
  message: string;
  stack?: string;
  /** The additional fields of its class. */
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
