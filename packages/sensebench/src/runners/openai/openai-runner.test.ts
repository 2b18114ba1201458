import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeOpenAiOptions, startFakeOpenAi } from '../../../../../test/fake-openai-server.ts';
import { createOpenAiRunner, type OpenAiRunnerOptions } from './openai-runner.ts';
import { accountHeaders, endpointAt } from './server-address.ts';

const KEY = 'sk-test-0123456789abcdef';
const request = {
  item: { id: 'a', input: null, references: [], meta: {} },
  prompt: 'Say something with eight tokens of it.',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
  vi.unstubAllEnvs();
});

async function ask(server: FakeOpenAiOptions, options: Partial<OpenAiRunnerOptions> = {}) {
  const fake = await startFakeOpenAi(server);
  close = fake.close;
  const runner = createOpenAiRunner({
    model: 'm',
    baseURL: fake.baseURL,
    apiKey: KEY,
    waitMs: { least: 1, longest: 5 },
    retries: 3,
    timeoutMs: 10_000,
    ...options,
  });
  const asked = () => fake.bodies.length;
  return { answer: runner.predict(request), asked };
}

const make = (options: Partial<OpenAiRunnerOptions>) => createOpenAiRunner({ model: 'm', apiKey: KEY, ...options });

describe('keys', () => {
  it.each(['user:SECRET@host/v1', 'SECRET@host/v1', 'http://user:SECRET@127.0.0.1/v1', 'https://SECRET@127.0.0.1/v1'])(
    'are refused inside the address %s and not repeated',
    (baseURL) => {
      expect(() => make({ baseURL })).toThrow(/^the address of the server (is not a URL|holds a user name)(?!.*SECRET)/);
    },
  );

  it('are taken without the line break at their end, and refused with one inside, unprinted', async () => {
    const fake = await startFakeOpenAi();
    close = fake.close;
    await make({ baseURL: fake.baseURL, apiKey: `${KEY}\r\n` }).predict(request);
    expect([...fake.keys]).toEqual([KEY]);
    expect(() => make({ apiKey: 'sk-first-line\nsecond-line' })).toThrow(/^the API key holds(?!.*(first|second))/);
  });
});

describe('the address', () => {
  it('of the environment is in the id and in what answers depend on', () => {
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1/?key=SECRET');
    expect(make({})).toMatchObject({ id: 'openai:m@http://127.0.0.1:9/v1', depends: { address: 'http://127.0.0.1:9/v1' } });
  });

  it("is not in the id where it is OpenAI's own", () => {
    vi.stubEnv('OPENAI_BASE_URL', '');
    expect(make({}).id).toBe('openai:m');
  });
});

describe('a request', () => {
  it('keeps a query of the address behind the path', () => {
    expect(endpointAt('http://127.0.0.1:9/v1/?key=1', 'chat/completions')).toBe('http://127.0.0.1:9/v1/chat/completions?key=1');
    expect(endpointAt('http://127.0.0.1:9', 'completions')).toBe('http://127.0.0.1:9/completions');
  });

  it('names the organization and the project that OpenAI bills', () => {
    expect(accountHeaders({ OPENAI_ORG_ID: 'org-1', OPENAI_PROJECT_ID: 'proj-1' })).toEqual({
      'openai-organization': 'org-1',
      'openai-project': 'proj-1',
    });
    expect(accountHeaders({})).toEqual({});
  });
});

describe('costs', () => {
  it.each([null, { prompt_tokens: 0 }])('are estimated where the server counts nothing (%j)', async (usage) => {
    const { answer } = await ask({ usage, say: () => 'four' }, { price: { input: 1, output: 100 } });
    expect((await answer).usage).toEqual({ inputTokens: 10, outputTokens: 1, cost: 110 / 1e6, estimated: true });
  });

  it('are the counted ones otherwise, and nothing is estimated without a price', async () => {
    const { answer } = await ask({ usage: { prompt_tokens: 3, completion_tokens: 0 } }, { price: { input: 1, output: 1 } });
    expect((await answer).usage).toEqual({ inputTokens: 3, outputTokens: 0, cost: 3 / 1e6 });
    await close?.();
    expect((await (await ask({ usage: null })).answer).usage).toBeUndefined();
  });
});

describe('an answer', () => {
  it('in JSON is read under any content type', async () => {
    const { answer } = await ask({ contentType: 'text/plain; charset=utf-8', say: () => 'hello' });
    expect((await answer).text).toBe('hello');
  });

  it('of another type is refused at once', async () => {
    const { answer, asked } = await ask({ contentType: 'text/html', behave: () => 'wrong JSON' });
    await expect(answer).rejects.toMatchObject({
      name: 'RunnerError',
      retryable: false,
      message: 'm: the server answers with text/html in place of JSON; is its address right?',
    });
    expect(asked()).toBe(1);
  });

  it.each([
    ['10 MB', { say: () => 'word "and"\n'.repeat(1_000_000) }, 'word "and"\nword'],
    ['endless', { behave: () => 'endless' }, 'on and \n on'],
  ] as const)('that is %s is cut at 1 MB and marked', async (_, server, begin) => {
    const { answer, asked } = await ask(server);
    const { text, ended } = await answer;
    expect(text.startsWith(begin)).toBe(true);
    expect(text.length).toBeGreaterThan(700_000);
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    expect(ended).toBe('length');
    expect(asked()).toBe(1);
  });
});
