/** An encoder graph and a step graph (`kind: "steps"`), with named states between steps and words copied from the input. */
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import type { Tensor } from 'onnxruntime-node';
import { type OnnxRuntime, requireOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { type Decoding, type GenerativeModel, type Logits, type ModelInput, PLAIN_RULES } from './generative-model.ts';
import { type Graph, gatherRows, idTensor, openGraph, padRows, type Tensors } from './graph.ts';
import { loadOwnWords, type OwnFolder, type OwnWords } from './own-folder.ts';

export async function loadStepsModel(folder: string, own: OwnFolder): Promise<GenerativeModel> {
  const runtime = await requireOnnxRuntime();
  const words = await loadOwnWords(folder, own);
  const encoder = await openGraph(runtime, join(folder, 'encoder.onnx'));
  const step = await openGraph(runtime, join(folder, 'step.onnx'));
  const { ids, decoding } = own;
  if (!step.outputs.includes('logprobs')) throw new InputError('has no output logprobs', { file: join(folder, 'step.onnx') });
  return {
    takes: 'seq2seq',
    rules: {
      ...PLAIN_RULES,
      end: [ids.end],
      lengthPenalty: decoding.lengthPenalty,
      earlyStopping: decoding.earlyStopping,
      noRepeatNgram: decoding.noRepeatNgram,
      minNewTokens: decoding.minLength,
      suppressed: [ids.pad, ids.start, ids.unknown],
    },
    usual: { beams: decoding.beams, maxInputTokens: own.maxInputTokens, maxOutputTokens: decoding.maxLength },
    read(prompt, maxTokens) {
      const read = words.encode(prompt);
      return { ids: read.ids.slice(0, maxTokens), words: read.words.slice(0, maxTokens) };
    },
    encode: words.spell,
    continuesWord: words.continuesWord,
    open: (inputs) => openSteps(inputs, { runtime, encoder, step, words, ids }),
    close: async () => {
      await encoder.close();
      await step.close();
    },
  };
}

interface StepsOptions extends Pick<OwnFolder, 'ids'> {
  runtime: OnnxRuntime;
  encoder: Graph;
  step: Graph;
  words: OwnWords;
}

async function openSteps(inputs: readonly ModelInput[], { runtime, encoder, step, words, ids }: StepsOptions): Promise<Decoding> {
  const padded = padRows(
    inputs.map((input) => input.ids),
    ids.pad,
    'right',
  );
  const source: Tensors = { input_ids: idTensor(runtime, padded.ids), attention_mask: idTensor(runtime, padded.mask) };
  const encoded = await encoder.run(source);
  const states = encoder.outputs.filter((name) => name.startsWith('state.'));
  /** The positions of each input as ids. Words outside the vocabulary get ids after it. */
  const extended = inputs.map(({ words: said = [] }) => said.map((word) => words.idOf(word) ?? words.size + said.indexOf(word)));
  let fixed: Tensors = { ...source, ...Object.fromEntries(Object.entries(encoded).filter(([name]) => !name.startsWith('state.'))) };
  let state: Tensors = Object.fromEntries(states.map((name) => [name, encoded[name]]));
  let owners = inputs.map((_, input) => input);
  let written = inputs.map(() => [ids.start]);

  const take = (tensors: Tensors, rows: readonly number[]): Tensors =>
    Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, gatherRows(runtime, tensor, rows)]));

  async function run(): Promise<Logits> {
    const known = written.map((row) => row.map((id) => (id >= words.size ? ids.unknown : id)));
    const outputs = await step.run({
      ...fixed,
      ...state,
      token: flat(known.map((row) => row[row.length - 1])),
      tokens: idTensor(runtime, known),
      same: sameAsLast(),
    });
    for (const name of Object.keys(state)) state[name] = outputs[name.replace('state.', 'next.')] ?? state[name];
    return addCopies(outputs.logprobs);
  }

  function flat(tokens: readonly number[]): Tensor {
    return new runtime.Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length]);
  }

  /** 1 at the positions of the input with the word that was generated last. */
  function sameAsLast(): Tensor {
    const width = padded.ids[0].length;
    const data = new Float32Array(written.length * width);
    for (const [row, tokens] of written.entries()) {
      for (const [place, id] of extended[owners[row]].entries()) if (id === tokens[tokens.length - 1]) data[row * width + place] = 1;
    }
    return new runtime.Tensor('float32', data, [written.length, width]);
  }

  /** Columns after the vocabulary are positions of the input. The probabilities of a word at several positions and in the vocabulary are added up. */
  function addCopies(tensor: Tensor): Logits {
    const data = tensor.data as Float32Array;
    const width = tensor.dims[tensor.dims.length - 1];
    if (width <= words.size) return { data, width };
    for (const [row, owner] of owners.entries()) {
      const at = row * width;
      for (const [place, id] of extended[owner].entries()) {
        const from = at + words.size + place;
        if (id === words.size + place) continue;
        data[at + id] = addLogs(data[at + id], data[from]);
        data[from] = Number.NEGATIVE_INFINITY;
      }
      data.fill(Number.NEGATIVE_INFINITY, at + words.size + extended[owner].length, at + width);
    }
    return { data, width };
  }

  const textOf = (input: number, id: number) => (id < words.size ? words.wordOf(id) : (inputs[input].words?.[id - words.size] ?? ''));
  return {
    prompts: inputs.map(() => [ids.start]),
    first: await run(),
    async next(parents, tokens) {
      written = parents.map((row, i) => [...written[row], tokens[i]]);
      const now = parents.map((row) => owners[row]);
      if (now.length !== owners.length || now.some((owner, row) => owner !== owners[row])) fixed = take(fixed, parents);
      state = take(state, parents);
      owners = now;
      return run();
    },
    decode: (input, tokens) =>
      words.size === Number.POSITIVE_INFINITY ? words.decode(tokens) : tokens.map((id) => textOf(input, id)).join(' '),
    spell(input, phrase) {
      const known = words.spell(phrase);
      if (known.length > 0) return known;
      const place = inputs[input].words?.indexOf(phrase) ?? -1;
      return place >= 0 ? [words.size + place] : [];
    },
  };
}

function addLogs(a: number, b: number): number {
  const most = Math.max(a, b);
  return most === Number.NEGATIVE_INFINITY ? most : most + Math.log(Math.exp(a - most) + Math.exp(b - most));
}
