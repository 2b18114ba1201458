/** ONNX Runtime, where it is installed: it is an optional dependency. Its telemetry is switched off. */

import { readFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { SetupError } from '@sensebench/metrics/internal/core';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Its install script would download CUDA libraries, and npm drops the package where that fails. */
export const INSTALL_ONNX = 'npm install --ignore-scripts onnxruntime-node@1.30.0';

export interface OnnxRuntime {
  InferenceSession: typeof InferenceSession;
  Tensor: typeof Tensor;
  /** Versions of its packages; not in every build of it. */
  env?: { versions?: { node?: string } };
}

/** Call it before any package loads ONNX Runtime, which otherwise keeps a device id in the user's cache folder and sends usage data. */
export function silenceOnnxRuntime(): void {
  // A thread has a copy of the environment. The library reads the environment of the process, which only the main thread changes.
  if (!isMainThread && process.env.ORT_DISABLE_TELEMETRY !== '1') {
    throw new SetupError('ONNX Runtime would send usage data from this thread', 'set ORT_DISABLE_TELEMETRY=1 before the process starts');
  }
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

/** The runtime, or null where its package or its library is missing. */
export async function findOnnxRuntime(): Promise<OnnxRuntime | null> {
  silenceOnnxRuntime();
  try {
    const module = await import('onnxruntime-node');
    return (module.default ?? module) as unknown as OnnxRuntime;
  } catch {
    return null;
  }
}

export async function requireOnnxRuntime(): Promise<OnnxRuntime> {
  const runtime = await findOnnxRuntime();
  if (!runtime) throw new SetupError('onnxruntime-node is not installed', INSTALL_ONNX);
  return runtime;
}

/** A session on the processor; `threads` 0 leaves the number to SENSEBENCH_THREADS, which a process that is one of many has, else to the runtime. */
export async function openSession(runtime: OnnxRuntime, model: Uint8Array | string, { threads = 0 } = {}): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that wait without spinning leave the cores to others and lose nothing here.
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
  const most = threads > 0 ? threads : Number(process.env.SENSEBENCH_THREADS ?? 0);
  if (most > 0) options.intraOpNumThreads = most;
  return typeof model === 'string' ? runtime.InferenceSession.create(model, options) : runtime.InferenceSession.create(model, options);
}

/** Instructions by which its kernels are chosen. */
const FEATURE = /^(avx|fma|f16c|amx|sse4|asimd|sve|i8mm|bf16|fphp)/;

/**
 * What the last digits of vectors depend on besides the model: version of ONNX Runtime, instructions of the processor.
 * "onnxruntime 1.30.0 x64 avx avx2 fma"; "no onnxruntime" where it is missing.
 */
export async function runtimeId(): Promise<string> {
  const runtime = await findOnnxRuntime();
  if (!runtime) return 'no onnxruntime';
  return `onnxruntime ${runtime.env?.versions?.node ?? 'unknown'} ${processorFeatures()}`;
}

/** As Linux lists them; elsewhere the name of the processor. */
export function processorFeatures(info = readInfo()): string {
  const [, flags] = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(info) ?? [];
  if (flags === undefined) return `${arch()} ${cpus()[0]?.model ?? 'unknown'}`;
  const known = flags.split(/\s+/).filter((flag) => FEATURE.test(flag));
  return [arch(), ...[...new Set(known)].sort()].join(' ');
}

function readInfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
