/** Greedy decoding and sampling over a batch, one sequence per input. Finished sequences leave the batch. */
import { createRandom } from '@sensebench/metrics/internal/core';
import type { SearchOptions } from './beam-search.ts';
import type { Decoding, Found } from './generative-model.ts';
import { indexOfMost, logSoftmaxInPlace, logSum } from './log-softmax.ts';
import { applyRules, hasRules } from './token-rules.ts';

export interface SamplingOptions {
  temperature: number;
  /** Samples from the k likeliest tokens; 0 means all. */
  topK?: number;
  /** Samples from the likeliest tokens with this total probability. */
  topP?: number;
  /** One seed per input, so that answers do not depend on the batch. */
  seeds: readonly string[];
}

export interface OnePathOptions extends SearchOptions {
  sampling?: SamplingOptions;
}

interface Path {
  input: number;
  tokens: number[];
  logprob: number;
  row: number;
}

/** The score of an answer is the mean log-probability of its tokens. */
export async function followOnePath(decoding: Decoding, { rules, maxNewTokens, signal, sampling }: OnePathOptions): Promise<Found[]> {
  const found: Found[] = decoding.prompts.map(() => ({ tokens: [], score: 0, ended: 'length' }));
  const draws = sampling && decoding.prompts.map((_, input) => createRandom(sampling.seeds[input]));
  const ruled = hasRules(rules);
  let open = decoding.prompts.map((_, input): Path => ({ input, tokens: [], logprob: 0, row: input }));
  for (let logits = decoding.first, length = 1; length <= maxNewTokens; length++) {
    signal?.throwIfAborted();
    const live: Path[] = [];
    for (const path of open) {
      const row = logits.data.subarray(path.row * logits.width, (path.row + 1) * logits.width);
      const prompt = decoding.prompts[path.input];
      if (ruled)
        applyRules(row, { tokens: [...prompt, ...path.tokens], prompt: prompt.length, longest: prompt.length + maxNewTokens }, rules);
      const random = draws?.[path.input];
      const id = sampling && random ? drawToken(row, sampling, random.next()) : indexOfMost(row);
      path.logprob += sampling ? row[id] : row[id] - logSum(row);
      const isEnd = rules.end.includes(id);
      if (!isEnd) path.tokens.push(id);
      found[path.input] = { tokens: path.tokens, score: path.logprob / length, ended: isEnd ? 'stop' : 'length' };
      if (!isEnd) live.push(path);
    }
    open = live;
    if (open.length === 0 || length === maxNewTokens) break;
    logits = await decoding.next(
      open.map(({ row }) => row),
      open.map(({ tokens }) => tokens[tokens.length - 1]),
    );
    for (const [row, path] of open.entries()) path.row = row;
  }
  return found;
}

/** Samples a token by the number `at` in [0, 1). Turns the row into log-probabilities. */
function drawToken(row: Float32Array, { temperature, topK = 0, topP = 1 }: Omit<SamplingOptions, 'seeds'>, at: number): number {
  for (let i = 0; i < row.length; i++) row[i] /= temperature;
  logSoftmaxInPlace(row);
  const order = [...row.keys()].filter((id) => row[id] > Number.NEGATIVE_INFINITY).sort((a, b) => row[b] - row[a] || a - b);
  const kept: number[] = [];
  let mass = 0;
  for (const id of order.slice(0, topK > 0 ? topK : undefined)) {
    kept.push(id);
    mass += Math.exp(row[id]);
    if (mass >= topP) break;
  }
  let left = at * mass;
  for (const id of kept) {
    left -= Math.exp(row[id]);
    if (left < 0) return id;
  }
  return kept[kept.length - 1];
}
