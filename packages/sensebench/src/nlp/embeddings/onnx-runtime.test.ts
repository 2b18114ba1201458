import { once } from 'node:events';
import { arch } from 'node:os';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { findOnnxRuntime, processorFeatures, runtimeId } from './onnx-runtime.ts';

/** What finding the runtime in a thread ends with. */
async function findInThread(env: NodeJS.ProcessEnv | typeof SHARE_ENV): Promise<string> {
  const script = `const { parentPort } = require('node:worker_threads');
    import('tsx/esm/api')
      .then((tsx) => { tsx.register(); return import('${import.meta.resolve('./onnx-runtime.ts')}'); })
      .then(({ findOnnxRuntime }) => findOnnxRuntime())
      .then(() => parentPort.postMessage('looked'), (error) => parentPort.postMessage(error.message));`;
  const worker = new Worker(script, { eval: true, env });
  const [message] = (await once(worker, 'message')) as [string];
  await worker.terminate();
  return message;
}

describe('findOnnxRuntime', () => {
  it('switches telemetry off for this process and its threads', async () => {
    delete process.env.ORT_DISABLE_TELEMETRY;
    await findOnnxRuntime();
    expect(process.env.ORT_DISABLE_TELEMETRY).toBe('1');
    expect(await findInThread(SHARE_ENV)).toBe('looked');
    expect(await findInThread({ ...process.env })).toBe('looked');
  });

  it('refuses a thread that cannot switch it off', async () => {
    expect(await findInThread({})).toMatch(/would send usage data .*ORT_DISABLE_TELEMETRY=1/);
  });
});

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
