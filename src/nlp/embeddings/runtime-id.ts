/** What the last digits of vectors depend on besides the model: version of ONNX Runtime, instructions of the processor. */
import { readFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { findOnnxRuntime } from './onnx-runtime.ts';

/** Instructions by which its kernels are chosen. */
const FEATURE = /^(avx|fma|f16c|amx|sse4|asimd|sve|i8mm|bf16|fphp)/;

/** "onnxruntime 1.30.0 x64 avx avx2 fma"; "no onnxruntime" where it is missing. */
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
