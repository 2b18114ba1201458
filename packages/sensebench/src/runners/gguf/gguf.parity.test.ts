/** SmolLM2 for real: texts, choices, perplexity; skipped where the model or node-llama-cpp is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SKIPPED } from '../../../../../test/shared.ts';
import { type GgufModel, loadGgufModel } from './gguf-model.ts';
import { importLlama } from './llama-library.ts';

const root = join(import.meta.dirname, '../../../../..');
const path = [process.env.SENSEBENCH_HOME, join(root, '.oracles/home')].map((home) => join(home ?? '', 'smollm2.gguf')).find(existsSync);
const library = await importLlama().then(
  () => true,
  () => false,
);
if (!path) console.log(`${SKIPPED}SmolLM2 is not here: sensebench data add smollm2 adds it`);
if (!library) console.log(`${SKIPPED}node-llama-cpp is not here`);

const signal = new AbortController().signal;
const ask = (content: string): RunnerRequest['prompt'] => [{ role: 'user', content }];

describe.runIf(path && library)('SmolLM2', () => {
  let model: GgufModel;
  beforeAll(async () => {
    model = await loadGgufModel(path ?? '', { sequences: 3, threads: 1, contextSize: 512 });
  });
  afterAll(() => model.close());

  it("is asked by its file's own template", () => {
    expect(model.read(ask('Hi')).length).toBeGreaterThan(model.read('Hi').length + 5);
  });

  it('says the same alone and beside others, and with one seed twice', async () => {
    const options = { maxTokens: 12, temperature: 0, seed: 1, signal };
    const prompts = ['The capital of France is', 'Two and two is', 'The sun rises in the'].map((text) => model.read(text));
    const together = await Promise.all(prompts.map((prompt) => model.write(prompt, options)));
    const alone = [];
    for (const prompt of prompts) alone.push(await model.write(prompt, options));
    expect(together).toEqual(alone);
    expect(together[0].text).toContain('Paris');
    const drawn = { ...options, temperature: 1, seed: 7 };
    expect(await model.write(prompts[2], drawn)).toEqual(await model.write(prompts[2], drawn));
  });

  it('stops at a mark', async () => {
    const { text, ended } = await model.write(model.read('1, 2, 3, 4,'), { maxTokens: 30, temperature: 0, seed: 1, stop: [' 7'], signal });
    expect(text).not.toContain('7');
    expect(ended).toBe('stop');
  });

  it('finds the sensible choice likelier, and sentences likelier than shuffled words', async () => {
    const [paris, banana] = await model.score(model.read('The capital of France is'), ['Paris', 'a yellow banana'], signal);
    expect(paris).toBeGreaterThan(banana);
    const [plain, shuffled] = await Promise.all(['The dog runs in the park.', 'park the in dog runs The.'].map((text) => model.rate(text)));
    expect(plain.logprob).toBeGreaterThan(shuffled.logprob);
    expect(plain.logprob).toBeLessThan(0);
  });
});
