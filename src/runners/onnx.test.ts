import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunnerRequest, SetupError } from '../core/index.ts';
import { createOnnxRunner, loadOnnxModel, type TokenModel } from './onnx.ts';

const WORDS = ['<pad>', '</s>', 'a', 'dog', 'cat', 'runs', 'sleeps', 'park'];
const id = (word: string) => WORDS.indexOf(word);

/** After each word one follower is likely, the others are not; greedy search says "a cat sleeps". */
const LIKELY: Record<string, string> = { '': 'a', a: 'cat', cat: 'sleeps', sleeps: '</s>', dog: 'runs', runs: '</s>', park: '</s>' };

function logitsAfter(prefix: readonly number[]): Float32Array {
  const row = new Float32Array(WORDS.length).fill(-4);
  row[id(LIKELY[prefix.length === 0 ? '' : WORDS[prefix[prefix.length - 1]]])] = 2;
  row[0] = -30;
  return row;
}

const model: TokenModel = {
  id: 'fake',
  vocabularySize: WORDS.length,
  end: 1,
  hidden: [0],
  encode: (text) =>
    text
      .trim()
      .split(/\s+/)
      .map(id)
      .filter((each) => each >= 0),
  decode: (ids) => ids.map((each) => WORDS[each]).join(' '),
  next: async (_input, prefixes) => prefixes.map(logitsAfter),
};
const request: RunnerRequest = {
  item: { id: 'x', input: {}, references: [], meta: {} },
  prompt: 'a dog park',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
};

describe('the onnx runner', () => {
  it('decodes with a beam, within the lengths it is given', async () => {
    const runner = createOnnxRunner({ model, beams: 4, maxInputTokens: 2, maxOutputTokens: 10 });
    expect(runner.settings).toEqual({ beams: 4, maxInputTokens: 2, maxOutputTokens: 10, decode: 'beam' });
    expect(await runner.predict(request)).toMatchObject({ text: 'a cat sleeps', usage: { inputTokens: 2, outputTokens: 3 } });
    const short = createOnnxRunner({ model, maxOutputTokens: 2 });
    expect((await short.predict(request)).usage?.outputTokens).toBeLessThanOrEqual(2);
  });

  it('scores each choice by the sum of the log-probabilities of its tokens, and says the likeliest', async () => {
    const runner = createOnnxRunner({ model });
    const choices = ['a dog', 'a cat', 'a cat sleeps', 'zebra'].map((text, i) => ({ label: 'ABCD'[i], text }));
    const { text, choices: scored } = await runner.predict({ ...request, choices });
    // The likely follower has the logit 2, the padding -30, the six others -4.
    const rest = Math.log(Math.exp(2) + 6 * Math.exp(-4) + Math.exp(-30));
    const [likely, unlikely] = [2 - rest, -4 - rest];
    expect(runner.scores).toBe('text');
    expect(scored?.by).toBe('text');
    const expected = [likely + unlikely, 2 * likely, 3 * likely, -9999];
    for (const [i, value] of expected.entries()) expect(scored?.logprobs[i]).toBeCloseTo(value, 4);
    expect(text).toBe('a cat');
  });

  it('writes every keyword with dynamic beam allocation', async () => {
    const runner = createOnnxRunner({ model, keywords: () => ['dog', 'park'] });
    const { text } = await runner.predict(request);
    expect(runner.settings?.decode).toBe('dba');
    expect(text).toContain('dog');
    expect(text).toContain('park');
  });
});

describe('loading an ONNX folder', () => {
  it('feeds encoder and decoder from token ids, asks for nothing from outside, and reads the last position', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-onnx-'));
    const fed: Record<string, { data: BigInt64Array }>[] = [];
    const env = { allowRemoteModels: true };
    const from = {
      from_pretrained: async (_path: string, options: object) => {
        expect(options).toEqual({ local_files_only: true });
        const run = async (inputs: Record<string, unknown>) => {
          fed.push(inputs as (typeof fed)[number]);
          const { data: ids, dims } = inputs.decoder_input_ids as { data: BigInt64Array; dims: number[] };
          const [rows, length] = dims;
          const data = Array.from({ length: rows }, (_, row) => {
            const prefix = [...ids.slice(row * length + 1, (row + 1) * length)].map(Number);
            return [...new Array((length - 1) * WORDS.length).fill(0), ...logitsAfter(prefix)];
          });
          return { logits: { data: new Float32Array(data.flat()), dims: [rows, length, WORDS.length] } };
        };
        return Object.assign(run, { dispose: async () => undefined });
      },
    };
    const tokenizer = {
      from_pretrained: async () => ({
        encode: (text: string) => model.encode(text, { special: true }),
        decode: (ids: number[]) => model.decode(ids),
      }),
    };
    class Tensor {
      data: BigInt64Array;
      dims: number[];
      constructor(_type: string, data: BigInt64Array, dims: number[]) {
        this.data = data;
        this.dims = dims;
      }
    }
    await writeFile(
      join(folder, 'config.json'),
      JSON.stringify({ is_encoder_decoder: true, vocab_size: 8, eos_token_id: 1, pad_token_id: 0, decoder_start_token_id: 0 }),
    );
    const load = async () => ({ env, Tensor, AutoTokenizer: tokenizer, AutoModelForSeq2SeqLM: from, AutoModelForCausalLM: from });
    const loaded = await loadOnnxModel(folder, { load });
    expect(env.allowRemoteModels).toBe(false);
    expect(loaded.depends?.model).toMatch(/^[0-9a-f]{64}$/);
    await writeFile(join(folder, 'model.onnx'), 'weights A');
    const first = await loadOnnxModel(folder, { load });
    await writeFile(join(folder, 'model.onnx'), 'weights B');
    const second = await loadOnnxModel(folder, { load });
    expect(second.depends).not.toEqual(first.depends);
    expect(second.id).not.toBe(first.id);
    expect(second.id).toBe(`${basename(folder)}#${second.depends?.model.slice(0, 8)}`);
    expect((await createOnnxRunner({ model: loaded, beams: 2 }).predict(request)).text).toBe('a cat sleeps');
    expect([...fed[0].input_ids.data]).toEqual([2n, 3n, 7n]);
    expect([...fed[0].decoder_input_ids.data]).toEqual([0n]);
    await rm(folder, { recursive: true });
  });

  it('says how to install what is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-onnx-'));
    await writeFile(join(folder, 'config.json'), JSON.stringify({ vocab_size: 8, eos_token_id: 1 }));
    const load = async () => {
      throw new SetupError('onnx: models need the package x', 'npm install x');
    };
    await expect(loadOnnxModel(folder, { load })).rejects.toThrow(/npm install/);
    await expect(loadOnnxModel(join(folder, 'nowhere'))).rejects.toMatchObject({ name: 'InputError' });
    await rm(folder, { recursive: true });
  });
});
