/** Runs build steps through the step cache: a step whose name, version, options and inputs are known is read, not computed. */
import { type StepCache, stepKey } from './step-cache.ts';

export interface StepSpec<Result> {
  name: string;
  /** Raised when the step's code changes what it gives. */
  version: number;
  /** Only what the result depends on. */
  options: unknown;
  /** Keys of the results, or hashes of the files, that it reads. */
  inputs: readonly string[];
  compute(): Promise<Result>;
}

export interface StepOutcome<Result> {
  value: Result;
  key: string;
  cached: boolean;
}

export interface ChunkSpec<Item, Result> extends Omit<StepSpec<Result[]>, 'compute' | 'inputs'> {
  items: readonly Item[];
  size: number;
  /** One result for each item. */
  compute(items: readonly Item[]): Promise<Result[]>;
  onProgress?(done: number): void;
}

export interface StepLogEntry {
  step: string;
  cached: boolean;
  milliseconds: number;
}

export interface StepRunner {
  run<Result>(spec: StepSpec<Result>): Promise<StepOutcome<Result>>;
  /** The same over a long list, kept chunk by chunk. */
  runChunks<Item, Result>(spec: ChunkSpec<Item, Result>): Promise<Result[]>;
  /** Float32 rows instead of JSON. */
  runVectors(
    spec: Omit<ChunkSpec<string, never>, 'compute'> & { compute(items: readonly string[]): Promise<Float32Array> },
  ): Promise<Float32Array>;
  log: readonly StepLogEntry[];
}

export interface StepRunnerOptions {
  cache: StepCache;
  signal: AbortSignal;
  clock(): number;
}

export function createStepRunner({ cache, signal, clock }: StepRunnerOptions): StepRunner {
  const log: StepLogEntry[] = [];

  async function through(name: string, key: string, compute: () => Promise<Uint8Array>): Promise<{ bytes: Uint8Array; cached: boolean }> {
    signal.throwIfAborted();
    const known = await cache.read(name, key);
    if (known) return { bytes: known, cached: true };
    const bytes = await compute();
    await cache.write(name, key, bytes);
    return { bytes, cached: false };
  }

  async function runAll<Item>(
    { name, version, options, items, size, onProgress }: Omit<ChunkSpec<Item, never>, 'compute'>,
    compute: (chunk: readonly Item[]) => Promise<Uint8Array>,
  ): Promise<Uint8Array[]> {
    const start = clock();
    const parts: Uint8Array[] = [];
    let cached = true;
    for (let from = 0; from < items.length; from += size) {
      const chunk = items.slice(from, from + size);
      const key = stepKey({ name, version, options: { options, chunk }, inputs: [] });
      const outcome = await through(name, key, () => compute(chunk));
      cached &&= outcome.cached;
      parts.push(outcome.bytes);
      onProgress?.(Math.min(items.length, from + size));
    }
    log.push({ step: name, cached, milliseconds: clock() - start });
    return parts;
  }

  return {
    log,
    async run({ name, version, options, inputs, compute }) {
      const start = clock();
      const key = stepKey({ name, version, options, inputs });
      const { bytes, cached } = await through(name, key, async () => encode(await compute()));
      log.push({ step: name, cached, milliseconds: clock() - start });
      return { value: decode(bytes), key, cached };
    },
    async runChunks({ compute, ...spec }) {
      const parts = await runAll(spec, async (chunk) => encode(await compute(chunk)));
      return parts.flatMap((part) => decode<never[]>(part));
    },
    async runVectors({ compute, ...spec }) {
      const parts = await runAll(spec, async (chunk) => {
        const vectors = await compute(chunk);
        return new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
      });
      const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
      let place = 0;
      for (const part of parts) {
        bytes.set(part, place);
        place += part.byteLength;
      }
      return new Float32Array(bytes.buffer);
    },
  };
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Also for a result just computed, so that cached and fresh results are the same to the last property. */
function decode<Result>(bytes: Uint8Array): Result {
  return JSON.parse(new TextDecoder().decode(bytes)) as Result;
}
