import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Item, RunnerContext } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createModel, describeModels, MODEL_NAMES, pathInModel, readModel, shortName } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

const item: Item = { id: 'a', input: { concepts: ['dog', 'run'] }, references: ['The dog runs.'], meta: {} };
const context: RunnerContext = {
  benchmark: { name: 'small', keywords: () => ['dog', 'run'] } as unknown as Benchmark,
  pool: [item],
  items: [item],
  tools: () => Promise.reject(new Error('no tools')),
  environment: { OPENAI_API_KEY: 'key' },
  dataFile: (name) => join(folder, name),
  warn: () => undefined,
  dry: false,
};
const ask = { item, prompt: '', examples: [], seed: 1, signal: new AbortController().signal };

describe('a model by its name', () => {
  it('has options of its own, read from the texts of a command line', async () => {
    const { call } = await readModel('openai:gpt-x@http://127.0.0.1/v1(temperature=0.2,max-tokens=64,stream,body={"top_p":0.9})');
    expect(call).toMatchObject({
      spec: 'openai:gpt-x@http://127.0.0.1/v1',
      target: 'gpt-x@http://127.0.0.1/v1',
      options: { temperature: 0.2, maxTokens: 64, stream: true, body: { top_p: 0.9 }, retries: 8 },
    });
    const { settings } = await createModel('openai:gpt-x(temperature=0.2,max-tokens=64,choices=named)', context);
    expect(settings).toMatchObject({ temperature: 0.2, maxOutputTokens: 64, logprobs: 'off' });
  });

  it('takes what its user does not say from the command, where it has such an option', async () => {
    expect((await readModel('openai:x', { maxTokens: 16, beams: 3 })).call.options).toMatchObject({ maxTokens: 16 });
    expect((await readModel('openai:x(max-tokens=5)', { maxTokens: 16 })).call.options).toMatchObject({ maxTokens: 5 });
    expect((await readModel('keywords', { maxTokens: 16 })).call.options).toEqual({});
  });

  it.each([
    ['opanai:x', 'unknown model "opanai"; did you mean "openai"?'],
    ['telepathy', 'expected one of openai, gguf, onnx'],
    ['openai', 'the model "openai" needs a name after a colon (expected openai:MODEL[@baseURL])'],
    ['random:x', 'random takes nothing after a colon (expected random)'],
    ['random(temperature=1)', 'random has no option "temperature" (expected cache)'],
    ['openai:x(beams=3)', 'openai has no option "beams"'],
    ['openai:x(temprature=1)', 'openai has no option "temprature"; did you mean "temperature"?'],
    ['openai:x(temperature=hot)', 'openai:x: temperature must be a number, not "hot"'],
    ['openai:x(choices=guess)', 'openai:x: choices must be auto, logprobs or named'],
    ['ngram(max-tokens=0)', 'ngram: max-tokens must be more than 0'],
  ])('%s is refused in one line', (spec, message) => expect(readModel(spec)).rejects.toThrow(message));

  it('knows the price, and refuses one that is none', async () => {
    expect((await createModel('openai:x(price=0.15/0.60)', context)).price).toEqual({ input: 0.15, output: 0.6 });
    await expect(createModel('openai:x(price=cheap)', context)).rejects.toThrow('price=cheap (expected two numbers');
  });

  it('asks for as many answers as are re-ranked, and chooses among them', async () => {
    const runner = await createModel('ngram(rerank=lm)', context);
    expect([runner.id, runner.nbest]).toEqual(['ngram:3+rerank:lm', 100]);
    expect((await createModel('ngram(nbest=3)', context)).nbest).toBe(3);
  });

  it('names its file, and what its system is called after', async () => {
    const found = await pathInModel('file:out/mine.jsonl(format=jsonl)');
    expect([found?.path, found?.withPath('/x/y')]).toEqual(['out/mine.jsonl', 'file:/x/y(format=jsonl)']);
    expect([await pathInModel('human'), await pathInModel('openai:x'), await pathInModel('gguf:smollm2')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([await shortName('openai:gpt-4o@http://x/v1(stream)'), await shortName('random')]).toEqual(['gpt-4o', 'random']);
  });

  it('remembers its answers in a folder', async () => {
    const cache = join(folder, 'answers');
    const runner = await createModel(`keywords(cache=${cache})`, context);
    expect((await runner.predict(ask)).text).toBe('dog run.');
    const other = await createModel(`keywords(cache=${cache})`, {
      ...context,
      benchmark: { ...context.benchmark, keywords: () => ['cat'] } as unknown as Benchmark,
    });
    expect((await other.predict(ask)).text).toBe('dog run.');
  });
});

describe("a user's own model", () => {
  const module = (text: string) => {
    const path = join(folder, `runner-${Math.abs(text.length)}.mjs`);
    writeFileSync(path, text);
    return path;
  };
  const ZOD = `import { z } from '${import.meta.resolve('zod')}';\n`;

  it('is a module with its options', async () => {
    const path = module(
      `${ZOD}export const runner = { name: 'echo', summary: 'says it again', target: { grammar: 'WORD' }, options: z.object({ times: z.number().default(1), loud: z.boolean().default(false), end: z.string().default('.') }), examples: [], create: ({ target, options: { times, loud, end } }) => ({ id: 'echo:' + target, predict: async () => ({ text: Array(times).fill(loud ? target.toUpperCase() : target).join(' ') + end }) }) };`,
    );
    const runner = await createModel(`${path}:hello(times=2,loud,end=!)`, context);
    expect((await runner.predict(ask)).text).toBe('HELLO HELLO!');
    await expect(createModel(`${path}:hello(tmies=2)`, context)).rejects.toThrow('echo has no option "tmies"; did you mean "times"?');
  });

  it.each([
    ['export const model = 1;', /exports no runner/],
    ["export const runner = { name: 'x', summary: '', options: {}, examples: [] };", /field "options": expected a zod object/],
    [`${ZOD}export const runner = { name: 'x', summary: '', options: z.object({}), examples: [] };`, /field "create": expected a function/],
  ])('%s names the module and the field', (text, message) => expect(createModel(module(text), context)).rejects.toThrow(message));
});

describe('the table', () => {
  it('has each runner under its own name, with a summary, described options and examples that are read', async () => {
    const all = await describeModels();
    expect(all.map(({ definition }) => definition.name)).toEqual(MODEL_NAMES);
    for (const { definition, usage } of all) {
      expect(definition.summary, usage).not.toBe('');
      for (const example of definition.examples)
        await expect(readModel(example)).resolves.toMatchObject({ definition: { name: definition.name } });
    }
  });
});
