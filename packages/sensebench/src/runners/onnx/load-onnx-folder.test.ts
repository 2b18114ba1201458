import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { writeStepFolder } from '../../../../../test/step-folder.ts';
import { findOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { beamSearch } from './beam-search.ts';
import { loadExportedModel } from './exported-model.ts';
import { loadOnnxRunner } from './load-onnx-folder.ts';
import { followOnePath } from './one-path.ts';

interface Golden {
  families: Record<
    string,
    { prompts: string[]; cases: { batch: number; settings: Record<string, number | boolean>; tokens: number[][] }[] }
  >;
}

const root = join(import.meta.dirname, '../../../../..');
const golden = JSON.parse(readFileSync(join(root, 'test/golden/onnx-generation.json'), 'utf8')) as Golden;
const fixture = (family: string) => join(root, 'test/fixtures/onnx', family);
const folder = mkdtempSync(join(tmpdir(), 'sensebench-onnx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const request = (prompt: string, more: Partial<RunnerRequest> = {}): RunnerRequest => ({
  item: { id: prompt, input: {}, references: [], meta: {} },
  prompt,
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
  ...more,
});

const runtime = (await findOnnxRuntime()) !== null;

describe.runIf(runtime).each(Object.entries(golden.families))('an export of %s', (family, { prompts, cases }) => {
  it.each(cases)('is decoded to the tokens of PyTorch (batch $batch, $settings)', async ({ batch, settings, tokens }) => {
    const model = await loadExportedModel(fixture(family));
    const rules = {
      ...model.rules,
      lengthPenalty: Number(settings.length_penalty ?? 1),
      earlyStopping: settings.early_stopping === true,
      noRepeatNgram: Number(settings.no_repeat_ngram_size ?? 0),
    };
    const common = { rules, maxNewTokens: Number(settings.max_new_tokens) };
    const found: number[][] = [];
    for (let at = 0; at < prompts.length; at += batch) {
      const decoding = await model.open(prompts.slice(at, at + batch).map((prompt) => model.read(prompt, 64)));
      const beams = Number(settings.num_beams);
      const rows =
        beams > 1 ? (await beamSearch(decoding, { ...common, beams })).map(([best]) => best) : await followOnePath(decoding, common);
      found.push(...rows.map((row) => row.tokens));
    }
    await model.close();
    expect(found).toEqual(tokens);
  });

  it('answers as a runner: in batches, with a list, with log-probabilities of choices', async () => {
    const runner = await loadOnnxRunner(fixture(family), { beams: 3, maxOutputTokens: 8, nbest: 4, batch: 2 });
    expect(runner).toMatchObject({
      takes: family === 'gpt2' ? 'completion' : 'seq2seq',
      concurrency: 2,
      settings: { batch: 2, decode: 'beam' },
    });
    const answers = await Promise.all(prompts.slice(0, 3).map((prompt) => runner.predict(request(prompt))));
    for (const { text, nbest, usage } of answers) {
      expect(nbest?.[0].text).toBe(text);
      expect(nbest?.length).toBeGreaterThan(1);
      expect(usage?.inputTokens).toBeGreaterThan(0);
    }
    const choices = ['a dog', 'the'].map((text, i) => ({ label: 'AB'[i], text }));
    const { choices: scored, text } = await runner.predict(request(prompts[0], { choices }));
    expect(scored?.logprobs.every((value) => value < 0 && value > -200)).toBe(true);
    expect(text).toBe(choices[scored && scored.logprobs[0] > scored.logprobs[1] ? 0 : 1].text);
    await runner.close?.();
  });

  it('in onnx/ is found there', async () => {
    const moved = join(folder, `${family}-moved`);
    cpSync(fixture(family), moved, { recursive: true, filter: (path) => !path.endsWith('.onnx') });
    cpSync(fixture(family), join(moved, 'onnx'), { recursive: true, filter: (path) => !path.endsWith('.json') });
    const runner = await loadOnnxRunner(moved, { beams: 1, maxOutputTokens: 16 });
    expect((await runner.predict(request(prompts[0]))).usage?.outputTokens).toBe(cases[0].tokens[0].length);
    await runner.close?.();
  });
});

describe.runIf(runtime)('a folder of steps', () => {
  it('hands states on, copies words that it does not know, and adds up the places of one word', async () => {
    const steps = join(folder, 'steps');
    writeStepFolder(steps);
    const runner = await loadOnnxRunner(steps, { batch: 4 });
    expect(runner.id).toMatch(/^onnx:counter#[0-9a-f]{8}$/);
    // Two places of "dog" count together: log(2 e^-1 + e^-3) > -1. After it, its places have -10, so "zebra" comes, and then the end wins.
    const [both, twice] = await Promise.all([runner.predict(request('dog zebra dog')), runner.predict(request('zebra'))]);
    expect(both.text).toBe('dog zebra dog zebra');
    expect(twice.text).toBe('zebra a zebra a');
    await runner.close?.();
  });

  it('can be made to write a word', async () => {
    const steps = join(folder, 'steps');
    const runner = await loadOnnxRunner(steps, { beams: 2, keywords: () => ['zebra', 'dog'] });
    const { text } = await runner.predict(request('zebra cat'));
    expect(text.split(' ')).toEqual(expect.arrayContaining(['zebra', 'dog']));
    await runner.close?.();
  });
});

describe.runIf(runtime)('a folder that cannot be run is refused in one line:', () => {
  const broken = (name: string, change: (path: string) => void, from = 't5') => {
    const path = join(folder, name);
    cpSync(fixture(from), path, { recursive: true });
    change(path);
    return path;
  };
  const edit = (path: string, file: string, change: object) =>
    writeFileSync(join(path, file), JSON.stringify({ ...JSON.parse(readFileSync(join(path, file), 'utf8')), ...change }));

  it.each([
    ['nothing there', () => join(folder, 'nowhere'), /does not exist/],
    ['no tokenizer', () => broken('a', (path) => rmSync(join(path, 'tokenizer.json'))), /has no tokenizer\.json/],
    ['no configuration', () => broken('b', (path) => rmSync(join(path, 'config.json'))), /has no config\.json/],
    [
      'a classifier',
      () => broken('c', (path) => edit(path, 'config.json', { architectures: ['BertForSequenceClassification'] })),
      /is a BertForSequenceClassification/,
    ],
    ['no encoder', () => broken('d', (path) => rmSync(join(path, 'encoder_model.onnx'))), /has no encoder_model\.onnx/],
    ['no decoder', () => broken('e', (path) => rmSync(join(path, 'decoder_model_merged.onnx'))), /has no decoder_model\.onnx/],
    [
      'a torn graph',
      () => broken('f', (path) => writeFileSync(join(path, 'encoder_model.onnx'), 'no graph')),
      /is not a graph that ONNX Runtime can load/,
    ],
    [
      'no end token',
      () => broken('g', (path) => ['config.json', 'generation_config.json'].map((file) => edit(path, file, { eos_token_id: null }))),
      /names no eos_token_id/,
    ],
    [
      'a wrong description',
      () => broken('h', (path) => writeFileSync(join(path, 'sensebench.json'), '{"format": 1, "kind": "magic"}')),
      /kind/,
    ],
  ])('%s', async (_, make, message) => {
    await expect(loadOnnxRunner(make(), {})).rejects.toMatchObject({ name: 'InputError', message: expect.stringMatching(message) });
  });

  it('inputs that the runner does not know', async () => {
    const path = join(folder, 'i');
    mkdirSync(path, { recursive: true });
    cpSync(fixture('gpt2'), path, { recursive: true });
    writeStepFolder(join(folder, 'j'));
    cpSync(join(folder, 'j/step.onnx'), join(path, 'model.onnx'));
    await expect(loadOnnxRunner(path, {})).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(/has no output logits/),
    });
  });
});
