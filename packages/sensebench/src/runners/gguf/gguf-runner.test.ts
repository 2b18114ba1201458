import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { type GgufModel, loadGgufModel, type WriteOptions } from './gguf-model.ts';
import { createGgufRunner } from './gguf-runner.ts';
import { importLlama, installLine } from './llama-library.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-gguf-'));
const path = join(folder, 'tiny.gguf');
writeFileSync(path, 'GGUF');
afterAll(() => rmSync(folder, { recursive: true }));

const request: RunnerRequest = {
  item: { id: 'a', input: null, references: [], meta: {} },
  prompt: [{ role: 'user', content: 'Words: dog, park' }],
  examples: [],
  seed: 5,
  stop: ['\n'],
  signal: new AbortController().signal,
};

function stub(said: string) {
  const written: WriteOptions[] = [];
  const model: GgufModel = {
    read: (prompt) => (typeof prompt === 'string' ? [1] : [1, 2, 3]),
    async write(_prompt, options) {
      written.push(options);
      return { text: said, tokens: 4, ended: 'stop' };
    },
    score: async (_prompt, texts) => texts.map((text) => -text.length),
    rate: async (text) => ({ logprob: -text.length, tokens: 2 }),
    close: async () => undefined,
  };
  const options: unknown[] = [];
  const load: typeof loadGgufModel = async (_file, given) => {
    options.push(given);
    return model;
  };
  return { load, written, options };
}

describe('the gguf runner', () => {
  it('writes with seed, stop and lengths, keeps thoughts apart, and counts tokens', async () => {
    const { load, written, options } = stub('<think>Hm.</think>A dog runs in the park.');
    const runner = await createGgufRunner({
      path,
      load,
      maxOutputTokens: 9,
      temperature: 0.5,
      concurrency: 3,
      params: { top_p: 0.9, threads: 1 },
    });
    expect(runner.id).toMatch(/^gguf:tiny\.gguf#[0-9a-f]{8}$/);
    expect(runner).toMatchObject({ takes: 'chat', concurrency: 3, settings: { batch: 3, top_p: 0.9, threads: 1 } });
    expect(options).toEqual([{ sequences: 3, threads: 1, contextSize: undefined }]);
    expect(await runner.predict(request)).toEqual({
      text: 'A dog runs in the park.',
      reasoning: 'Hm.',
      ended: 'stop',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
    expect(written[0]).toMatchObject({ maxTokens: 9, temperature: 0.5, seed: 5, topP: 0.9, stop: ['\n'] });
  });

  it('says the likeliest choice', async () => {
    const runner = await createGgufRunner({ path, load: stub('').load, endpoint: 'completion' });
    const choices = ['perhaps', 'no'].map((text, i) => ({ label: 'AB'[i], text }));
    expect(await runner.predict({ ...request, choices })).toMatchObject({ text: 'no', choices: { by: 'text', logprobs: [-7, -2] } });
    expect(runner.id).toContain('#completion');
  });

  it('says what is missing: the file, or the library with the line that installs it', async () => {
    await expect(loadGgufModel(join(folder, 'none.gguf'))).rejects.toMatchObject({ name: 'InputError' });
    const found = await importLlama().catch((error: unknown) => error);
    if (found instanceof Error) expect(found).toMatchObject({ name: 'SetupError', message: expect.stringContaining('node-llama-cpp') });
    expect(installLine('linux', 'x64')).toContain('@node-llama-cpp/linux-x64@3.22.1');
    expect(installLine('darwin', 'arm64')).toContain('@node-llama-cpp/mac-arm64-metal@3.22.1');
  });
});
