/** The openai: runner against servers that others wrote: xllamacpp with SmolLM2, transformers serve, litellm's proxy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { SKIPPED, serversPython } from '../../../../../test/shared.ts';
import { createOpenAiRunner, type OpenAiRunnerOptions } from './openai-runner.ts';

const root = join(import.meta.dirname, '../../../../..');
const python = serversPython();
const model = join(root, '.oracles/home/smollm2.gguf');
const torchModel = join(root, '.oracles/onnx-models/small/gpt2-torch');
if (!existsSync(model)) console.log(`${SKIPPED}SmolLM2 is not here: sensebench data add smollm2 adds it`);
if (!existsSync(torchModel)) console.log(`${SKIPPED}the small models are not here: oracles/setup.sh models makes them`);
const folder = mkdtempSync(join(tmpdir(), 'sensebench-servers-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const server of started) server.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Nothing is fetched: neither models nor tables of prices. */
const env = {
  ...process.env,
  HF_HUB_OFFLINE: '1',
  OMP_NUM_THREADS: '1',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
};

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a server and waits until it answers; llama.cpp says 503 while it loads the model. */
async function serve(words: (port: number) => readonly string[]): Promise<string> {
  const port = await freePort();
  started.push(spawn(python ?? '', words(port), { env, stdio: 'ignore', cwd: folder }));
  const address = `http://127.0.0.1:${port}/v1`;
  for (let tries = 0; tries < 600; tries++) {
    const up = await fetch(`${address}/models`).then(
      ({ status }) => status !== 503,
      () => false,
    );
    if (up) return address;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`nothing answers at ${address}`);
}

const request = (prompt: RunnerRequest['prompt'], more: Partial<RunnerRequest> = {}): RunnerRequest => ({
  item: { id: 'a', input: null, references: [], meta: {} },
  prompt,
  examples: [],
  seed: 17,
  signal: new AbortController().signal,
  ...more,
});
const warnings: string[] = [];
const ask = (baseURL: string, name: string, more: Partial<OpenAiRunnerOptions> = {}) =>
  createOpenAiRunner({
    model: name,
    baseURL,
    apiKey: 'none',
    maxOutputTokens: 8,
    timeoutMs: 120_000,
    warn: (line) => warnings.push(line),
    ...more,
  });

describe.runIf(python && existsSync(model))('xllamacpp with SmolLM2', () => {
  it('chats, completes, streams, stops and gives log-probabilities', async () => {
    const address = await serve((port) => [join(root, 'oracles/serve-gguf.py'), model, String(port), '1']);
    const chat = ask(address, 'smollm2');
    // Greedy, SmolLM2 begins "L'Étoile, la Mar…" in a chat, and completes the sentence rightly.
    const question = request([{ role: 'user', content: 'What is the capital of France?' }]);
    const { text, usage, ended } = await chat.predict(question);
    expect(text.length).toBeGreaterThan(0);
    expect({ ended, usage }).toMatchObject({ ended: 'length', usage: { inputTokens: 37, outputTokens: 8 } });
    expect((await chat.predict(question)).text).toBe(text);
    expect((await ask(address, 'smollm2', { stream: true }).predict(question)).text).toBe(text);
    const completing = ask(address, 'smollm2', { endpoint: 'completion' });
    expect((await completing.predict(request('The capital of France is', { stop: ['.'] }))).text.trim()).toBe('Paris');
    const choices = ['yes', 'no'].map((label) => ({ label, text: label }));
    for (const runner of [chat, completing]) {
      const scored = await runner.predict(request('Is fire hot? Reply with yes or no.\nReply:', { choices }));
      expect(scored.choices?.logprobs.some((value) => value > -20)).toBe(true);
    }
    expect(warnings).toEqual([]);
  });
});

describe.runIf(python && existsSync(torchModel))('transformers serve, and litellm before it', () => {
  it('answer alike; choices are read where there are no log-probabilities', async () => {
    const local = join(folder, 'model');
    cpSync(torchModel, local, { recursive: true });
    const settings = join(local, 'tokenizer_config.json');
    const template = "{% for m in messages %}{{ m['content'] }}\n{% endfor %}=";
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), chat_template: template }));
    const command = ['-m', 'transformers.cli.transformers', 'serve', local, '--device', 'cpu', '--host', '127.0.0.1', '--port'];
    const address = await serve((port) => [...command, String(port)]);
    const prompt: RunnerRequest['prompt'] = [{ role: 'user', content: 'dog park frisbee' }];
    const direct = await ask(address, local).predict(request(prompt));
    expect(direct.text.length).toBeGreaterThan(0);
    expect((await ask(address, local, { stream: true }).predict(request(prompt))).text.trim()).toBe(direct.text.trim());
    warnings.length = 0;
    const choices = ['yes', 'no'].map((label) => ({ label, text: label }));
    await ask(address, local).predict(request(prompt, { choices }));
    expect(warnings).toEqual([expect.stringMatching(/gives no log-probabilities/)]);

    const config = join(folder, 'litellm.yaml');
    const routed = { model_name: 'small', litellm_params: { model: `openai/${local}`, api_base: address, api_key: 'none' } };
    writeFileSync(config, JSON.stringify({ model_list: [routed], litellm_settings: { drop_params: true } }));
    const proxy = await serve((port) => [
      '-m',
      'litellm.proxy.proxy_cli',
      '--config',
      config,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--telemetry',
      'False',
    ]);
    expect((await ask(proxy, 'small').predict(request(prompt))).text.trim()).toBe(direct.text.trim());
  });
});
