import { arch } from 'node:os';
import { expect, it } from 'vitest';
import { findOnnxRuntime } from './onnx-runtime.ts';
import { processorFeatures, runtimeId } from './runtime-id.ts';

it('names the instructions that kernels are chosen by, in one order', () => {
  expect(processorFeatures('processor : 0\nflags\t\t: fpu avx2 sse4_1 avx fma avx512f rdrand\n\nprocessor : 1\nflags : avx\n')).toBe(
    `${arch()} avx avx2 avx512f fma sse4_1`,
  );
  expect(processorFeatures('Features : fp asimd asimddp\n')).toBe(`${arch()} asimd asimddp`);
  expect(processorFeatures('')).not.toBe('');
});

it.skipIf(!(await findOnnxRuntime()))('names the version of the runtime', async () => {
  expect(await runtimeId()).toMatch(/^onnxruntime \d+\.\d+\.\d+/);
});
