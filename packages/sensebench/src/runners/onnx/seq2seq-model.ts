/** Encoder and decoder exported by `optimum-cli export onnx` (T5, BART): without key-value cache, or with it, merged or in two graphs. */

import { InputError } from '@sensebench/metrics/internal/core';
import type { Tensor } from 'onnxruntime-node';
import type { OnnxRuntime } from '../../nlp/embeddings/index.ts';
import type { Decoding, Logits, ModelInput } from './generative-model.ts';
import { type Graph, gatherRows, idTensor, lastScores, padRows, type Tensors } from './graph.ts';
import type { TokenCodec } from './token-codec.ts';

export interface Seq2SeqGraphs {
  encoder: Graph;
  /** The graph without cache, or for both cases if `merged`. */
  decoder: Graph;
  /** The graph with cache. */
  withPast?: Graph;
  /** The name for messages. */
  file: string;
}

export interface Seq2SeqOptions {
  runtime: OnnxRuntime;
  graphs: Seq2SeqGraphs;
  codec: TokenCodec;
  pad: number;
  start: number;
}

const PAST = 'past_key_values.';

export async function openSeq2Seq(given: readonly ModelInput[], options: Seq2SeqOptions): Promise<Decoding> {
  const inputs = given.map(({ ids }) => ids);
  const { runtime, graphs, codec, pad, start } = options;
  const { encoder, decoder, withPast, file } = graphs;
  const { ids: padded, mask } = padRows(inputs, pad, 'right');
  const maskTensor = idTensor(runtime, mask);
  const encoded = await encoder.run({ input_ids: idTensor(runtime, padded), attention_mask: maskTensor });
  const states = encoded.last_hidden_state;
  if (!states) throw new InputError('the encoder has no output last_hidden_state', { file });
  const merged = decoder.inputs.includes('use_cache_branch');
  const cached = merged ? decoder : withPast;
  const wanted = cached?.inputs.filter((name) => name.startsWith(PAST)) ?? [];
  const lacking = wanted.find((name) => !decoder.outputs.includes(presentOf(name)));
  if (lacking) throw new InputError(`the decoder has no output ${presentOf(lacking)}`, { file });

  let sequences = inputs.map(() => [start]);
  let owners = inputs.map((_, input) => input);
  let memory: Tensors = { encoder_hidden_states: states, encoder_attention_mask: maskTensor };
  let past: Tensors = {};
  const branch = (cache: boolean) => new runtime.Tensor('bool', [cache], [1]);

  const first = await decoder.run({
    ...memory,
    ...(merged ? { use_cache_branch: branch(false) } : {}),
    ...Object.fromEntries((merged ? wanted : []).map((name) => [name, decoder.empty(name, inputs.length)])),
    input_ids: idTensor(runtime, sequences),
  });
  keep(first);

  function keep(outputs: Tensors): void {
    for (const name of wanted) {
      const present: Tensor | undefined = outputs[presentOf(name)];
      // The graph with cache leaves out the encoder's part or returns it empty, so that the first values are kept.
      if (present && (!name.includes('.encoder.') || !(name in past))) past[name] = present;
    }
  }

  /** The rows of one input share its encoder states, which move only if rows of another input take their place. */
  function move(parents: readonly number[]): void {
    const now = parents.map((row) => owners[row]);
    const sameOwners = now.length === owners.length && now.every((owner, row) => owner === owners[row]);
    const moved = (tensor: Tensor) => gatherRows(runtime, tensor, parents);
    if (!sameOwners) memory = Object.fromEntries(Object.entries(memory).map(([name, tensor]) => [name, moved(tensor)]));
    past = Object.fromEntries(
      Object.entries(past).map(([name, tensor]) => [name, sameOwners && name.includes('.encoder.') ? tensor : moved(tensor)]),
    );
    owners = now;
  }

  return {
    prompts: inputs.map(() => [start]),
    first: lastScores(first.logits, file),
    async next(parents, tokens): Promise<Logits> {
      move(parents);
      if (!cached) sequences = parents.map((row, i) => [...sequences[row], tokens[i]]);
      const outputs = await (cached ?? decoder).run({
        ...memory,
        ...past,
        ...(merged ? { use_cache_branch: branch(true) } : {}),
        input_ids: idTensor(runtime, cached ? tokens.map((token) => [token]) : sequences),
      });
      keep(outputs);
      return lastScores(outputs.logits, file);
    },
    decode: (_, tokens) => codec.decode(tokens),
    spell: (_, phrase) => codec.spell(phrase),
  };
}

function presentOf(past: string): string {
  return past.replace(PAST, 'present.');
}
