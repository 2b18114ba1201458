/** Servers as others write them: streams, other protocols, no log-probabilities, names that change, models that think. */

import type { RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeOpenAi, type FakeOpenAiOptions, startFakeOpenAi } from '../../../../../test/fake-openai-server.ts';
import { createOpenAiRunner, type OpenAiRunnerOptions } from './openai-runner.ts';

const CHOICES = ['yes', 'no'].map((label) => ({ label, text: label }));
let server: FakeOpenAi | undefined;
const warnings: string[] = [];
afterEach(async () => {
  await server?.close();
  warnings.length = 0;
});

const request = (more: Partial<RunnerRequest> = {}): RunnerRequest => ({
  item: { id: 'a', input: null, references: [], meta: {} },
  prompt: 'Is it so?',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
  ...more,
});

async function start(options: FakeOpenAiOptions, more: Partial<OpenAiRunnerOptions> = {}) {
  server = await startFakeOpenAi(options);
  const waitMs = { least: 1, longest: 3 };
  return createOpenAiRunner({
    model: 'm',
    baseURL: server.baseURL,
    apiKey: 'none',
    waitMs,
    retries: 2,
    warn: (line) => warnings.push(line),
    ...more,
  });
}

describe('a stream', () => {
  it.each(['chat', 'completion'] as const)('is put together (%s)', async (endpoint) => {
    const runner = await start({ say: () => 'A dog runs home.' }, { stream: true, endpoint });
    expect(await runner.predict(request())).toMatchObject({
      text: 'A dog runs home.',
      ended: 'stop',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
    expect(server?.bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('that breaks off is asked for again, and never taken for an answer', async () => {
    const runner = await start(
      { say: () => 'A dog runs home.', behave: (attempt) => (attempt === 0 ? 'half a stream' : 'answer') },
      { stream: true },
    );
    expect((await runner.predict(request())).text).toBe('A dog runs home.');
    await server?.close();
    const broken = await start({ behave: () => 'half a stream' });
    await expect(broken.predict(request())).rejects.toMatchObject({
      name: 'RunnerError',
      message: 'm: the stream ended in the middle of the answer',
    });
    expect(server?.bodies).toHaveLength(3);
  });
});

describe('a server', () => {
  it('of another protocol is refused at once, in one line', async () => {
    const runner = await start({ behave: () => 'other protocol' });
    await expect(runner.predict(request())).rejects.toMatchObject({
      message: expect.stringMatching(/^m: the server answers with JSON that has no "choices"/),
      retryable: false,
    });
    expect(server?.bodies).toHaveLength(1);
  });

  it('that is not there is named by its address', async () => {
    const runner = await start({}, { retries: 0 });
    await server?.close();
    await expect(runner.predict(request())).rejects.toThrow(`m: the connection to ${server?.baseURL} failed (ECONNREFUSED)`);
  });

  it('that never answered is given up after one retry of a refused connection', async () => {
    const said: string[] = [];
    const runner = await start({}, { retries: 8, waitMs: { least: 1, longest: 2 }, say: (line) => said.push(line), now: countedTime() });
    await server?.close();
    await expect(runner.predict(request())).rejects.toThrow('(ECONNREFUSED); is the server running, and its address right?');
    expect(said).toEqual([`${server?.baseURL}: connection failed (ECONNREFUSED); retrying 1 of 8 …`]);
  });

  it('that answered before is waited for', async () => {
    const said: string[] = [];
    const runner = await start({}, { retries: 4, waitMs: { least: 1, longest: 2 }, say: (line) => said.push(line), now: countedTime() });
    await runner.predict(request());
    await server?.close();
    await expect(runner.predict(request({ prompt: 'again' }))).rejects.toThrow('(ECONNREFUSED)');
    expect(said).toHaveLength(4);
  });

  it('that changes its model is told about once, a long name from the beginning is not', async () => {
    const runner = await start({ model: (n) => (n < 2 ? 'm-2024' : 'm-2025') });
    for (let i = 0; i < 4; i++) await runner.predict(request({ prompt: `item ${i}` }));
    expect(warnings).toEqual([`${server?.baseURL} answers with the model "m-2025" now, and with "m-2024" before`]);
  });

  it.each(['refused', 'left out'] as const)('without log-probabilities (%s) is read instead, with one warning', async (withoutLogprobs) => {
    const runner = await start({ withoutLogprobs, say: () => 'No, it is not.' });
    for (let i = 0; i < 3; i++) {
      const { text, choices } = await runner.predict(request({ prompt: `item ${i}`, choices: CHOICES }));
      expect(text).toBe('No, it is not.');
      expect(choices).toBeUndefined();
    }
    expect(warnings).toEqual([`${server?.baseURL} gives no log-probabilities: the choices are read from the answers`]);
    // The first item is asked twice; for the others nothing is asked for that is not there.
    expect(server?.bodies).toHaveLength(4);
    expect(server?.bodies.at(-1)).not.toHaveProperty('logprobs');
    await server?.close();
    const strict = await start({ withoutLogprobs }, { logprobs: 'on' });
    await expect(strict.predict(request({ choices: CHOICES }))).rejects.toThrow(/gives no log-probabilities/);
  });
});

describe('choices', () => {
  it('are scored without being asked to, and asked again in full where no label is likely', async () => {
    const runner = await start({
      say: () => 'Well, yes.',
      likely: (prompt): Record<string, number> => (prompt === 'odd' ? { Well: -0.1 } : { Yes: -1, ' no': -2, It: -0.5 }),
    });
    const { choices } = await runner.predict(request({ choices: CHOICES }));
    expect(choices).toEqual({ by: 'label', logprobs: [-1, -2] });
    const odd = await runner.predict(request({ prompt: 'odd', choices: CHOICES }));
    expect(odd).toMatchObject({ text: 'Well, yes.' });
    expect(odd.choices).toBeUndefined();
    expect(server?.bodies.map(({ max_tokens }) => max_tokens)).toEqual([1, 1, 128]);
  });
});

describe('an answer', () => {
  it('that was thought about is apart from the thoughts, inside the text or beside it', async () => {
    const inside = await start({ say: () => '<think>Hm.</think>A dog.' });
    expect(await inside.predict(request())).toMatchObject({ text: 'A dog.', reasoning: 'Hm.' });
    await server?.close();
    const cut = await start({ message: { content: null, reasoning_content: 'Hm, I' }, finish: 'length' });
    expect(await cut.predict(request())).toMatchObject({ text: '', reasoning: 'Hm, I', ended: 'length' });
  });

  it('that is a refusal, or empty, is one', async () => {
    const refusing = await start({ message: { content: null, refusal: 'I will not.' } });
    expect(await refusing.predict(request())).toMatchObject({ text: 'I will not.', ended: 'refused' });
    await server?.close();
    const empty = await start({ message: { content: null } });
    expect(await empty.predict(request())).toMatchObject({ text: '', ended: 'stop' });
  });
});

describe('a request', () => {
  it('has the system text before that of the prompt, and any further field; run.json has both', async () => {
    const runner = await start({}, { system: 'Be brief.', params: { top_p: 0.5, logit_bias: { 5: -1 } } });
    await runner.predict(
      request({
        prompt: [
          { role: 'system', content: 'Answer.' },
          { role: 'user', content: 'Hi' },
        ],
      }),
    );
    await runner.predict(request());
    expect(server?.bodies[0]).toMatchObject({
      top_p: 0.5,
      logit_bias: { 5: -1 },
      messages: [{ role: 'system', content: 'Be brief.\n\nAnswer.' }, { role: 'user' }],
    });
    expect(server?.bodies[1]).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Is it so?' },
      ],
    });
    expect(runner.settings).toMatchObject({ system: 'Be brief.', top_p: 0.5, logit_bias: '{"5":-1}' });
  });
});

/** Each look at the clock is three seconds later. */
function countedTime(): () => number {
  let time = 0;
  return () => (time += 3000);
}
