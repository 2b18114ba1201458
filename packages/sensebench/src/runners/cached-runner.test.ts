import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from '@sensebench/metrics/internal/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCachedRunner } from './cached-runner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

let asked = 0;
const toy: Runner = { id: 'toy', predict: async ({ prompt }) => ({ text: `${++asked}: ${prompt}` }) };
const ask = (runner: Runner, prompt: string) =>
  runner.predict({
    item: { id: 'a', input: null, references: [], meta: {} },
    prompt,
    examples: [],
    seed: 1,
    signal: new AbortController().signal,
  });

it('asks again for answers that cannot be read, warns once, and writes them anew', async () => {
  await Promise.all(['x', 'y'].map((prompt) => ask(createCachedRunner(toy, { folder }), prompt)));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  expect(files).toHaveLength(2);
  writeFileSync(join(folder, files[0]), '{"text": "cu');
  writeFileSync(join(folder, files[1]), '{"text": 3}');
  const said: string[] = [];
  const cached = createCachedRunner(toy, { folder, warn: (line) => said.push(line) });
  asked = 100;
  for (const prompt of ['x', 'y']) expect((await ask(cached, prompt)).text).toMatch(/^10[12]: /);
  for (const prompt of ['x', 'y']) await ask(cached, prompt);
  expect(asked).toBe(102);
  expect(said).toEqual([expect.stringMatching(/^the cache has answers that cannot be read; they are asked again: .*\.json/)]);
});

it('asks again where an answer was changed, or lies in the place of another', async () => {
  const cached = () => createCachedRunner(toy, { folder, warn: (line) => said.push(line) });
  const said: string[] = [];
  for (const prompt of ['x', 'y']) await ask(cached(), prompt);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const [one, other] = files.map((name) => join(folder, name));
  const whole = readFileSync(one, 'utf8');
  for (const damaged of [whole.replace(/"text": "(\d+)/, '"text": "$19'), readFileSync(other, 'utf8')]) {
    writeFileSync(one, damaged);
    asked = 500;
    for (const prompt of ['x', 'y']) await ask(cached(), prompt);
    expect(asked).toBe(501);
  }
  expect(said).toEqual([1, 2].map(() => expect.stringContaining('is damaged')));
});

it('answers without a cache where it cannot be written, and warns once', async () => {
  writeFileSync(join(folder, 'file'), '');
  const said: string[] = [];
  const cached = createCachedRunner(toy, { folder: join(folder, 'file', 'cache'), warn: (line) => said.push(line) });
  const answers = await Promise.all(['x', 'y', 'z'].map((prompt) => ask(cached, prompt)));
  expect(answers.map(({ text }) => text.slice(-1))).toEqual(['x', 'y', 'z']);
  expect(said).toEqual([expect.stringMatching(/^answers are no longer written to the cache: /)]);
});

it('keeps servers, settings and training items apart', async () => {
  asked = 0;
  const variants: Runner[] = [toy, { ...toy, depends: { address: 'http://127.0.0.1:1' } }, { ...toy, settings: { beams: 2 } }];
  for (const runner of [...variants, ...variants]) await ask(createCachedRunner(runner, { folder }), 'x');
  expect(asked).toBe(3);
});
