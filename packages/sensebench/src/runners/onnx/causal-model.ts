/** A causal model as exported by `optimum-cli export onnx` (GPT-2): prompts are padded on the left, and the key-value cache grows. */
import type { OnnxRuntime } from '../../nlp/embeddings/index.ts';
import type { Decoding, Logits, ModelInput } from './generative-model.ts';
import { type Graph, gatherRows, idTensor, lastScores, padRows, type Tensors } from './graph.ts';
import type { TokenCodec } from './token-codec.ts';

export interface CausalOptions {
  runtime: OnnxRuntime;
  /** The graph for the prompt, and the one that continues from its cache, which is often the same. */
  graph: Graph;
  withPast?: Graph;
  file: string;
  codec: TokenCodec;
  pad: number;
}

const PAST = 'past_key_values.';

export async function openCausal(given: readonly ModelInput[], options: CausalOptions): Promise<Decoding> {
  const inputs = given.map(({ ids }) => ids);
  const { runtime, graph, withPast, file, codec, pad } = options;
  const merged = graph.inputs.includes('use_cache_branch');
  const own = graph.inputs.filter((name) => name.startsWith(PAST));
  const cached = own.length > 0 ? graph : withPast;
  const wanted = cached?.inputs.filter((name) => name.startsWith(PAST)) ?? [];
  let { ids, mask } = padRows(inputs, pad, 'left');
  let past: Tensors = Object.fromEntries(own.map((name) => [name, graph.empty(name, inputs.length)]));
  const first = await step(graph, ids, { cache: false });

  async function step(used: Graph, tokens: readonly (readonly number[])[], { cache }: { cache: boolean }): Promise<Logits> {
    const positions = mask.map((row, i) => positionsOf(row).slice(row.length - tokens[i].length));
    const outputs = await used.run({
      ...past,
      input_ids: idTensor(runtime, tokens),
      attention_mask: idTensor(runtime, mask),
      position_ids: idTensor(runtime, positions),
      ...(merged ? { use_cache_branch: new runtime.Tensor('bool', [cache], [1]) } : {}),
    });
    for (const name of wanted) past[name] = outputs[name.replace(PAST, 'present.')];
    return lastScores(outputs.logits, file);
  }

  return {
    prompts: inputs,
    first,
    async next(parents, tokens) {
      mask = parents.map((row) => [...mask[row], 1]);
      if (!cached) {
        ids = parents.map((row, i) => [...ids[row], tokens[i]]);
        return step(graph, ids, { cache: false });
      }
      past = Object.fromEntries(Object.entries(past).map(([name, tensor]) => [name, gatherRows(runtime, tensor, parents)]));
      return step(
        cached,
        tokens.map((token) => [token]),
        { cache: true },
      );
    },
    decode: (_, tokens) => codec.decode(tokens),
    spell: (_, phrase) => codec.spell(phrase),
  };
}

/** As in transformers, padding has position 1 and the first real token position 0. */
function positionsOf(mask: readonly number[]): number[] {
  let place = -1;
  return mask.map((real) => (real ? ++place : 1));
}
