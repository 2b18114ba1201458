/** Local models in ONNX (`onnx:FOLDER`): greedy, beam search, sampling, constraints, or the log-probability of each choice. */
import {
  type Item,
  promptText,
  type RankedText,
  type Runner,
  type RunnerAnswer,
  type RunnerRequest,
} from '@sensebench/metrics/internal/core';
import { batchCalls } from './batch-calls.ts';
import { beamSearch } from './beam-search.ts';
import { constrainedSearch } from './constrained-search.ts';
import type { Decoding, Found, GenerationRules, GenerativeModel, ModelInput } from './generative-model.ts';
import { logSoftmaxInPlace } from './log-softmax.ts';
import { followOnePath } from './one-path.ts';

/** The log-probability of a text without tokens, which cannot be generated. JSON has no infinity. */
const LEAST_LOGPROB = -9999;

/** Settings with the names of generation_config.json. */
export interface DecodingParams {
  length_penalty?: number;
  early_stopping?: boolean | 'never';
  no_repeat_ngram_size?: number;
  repetition_penalty?: number;
  min_length?: number;
  min_new_tokens?: number;
  top_k?: number;
  top_p?: number;
}

export interface OnnxRunnerOptions {
  id: string;
  depends: Readonly<Record<string, string>>;
  model: GenerativeModel;
  beams?: number;
  maxInputTokens?: number;
  maxOutputTokens?: number;
  /** Above 0, tokens are sampled and beams are not used. */
  temperature?: number;
  params?: DecodingParams;
  /** The number of items per batch. */
  batch?: number;
  /** The number of best finished texts to return. */
  nbest?: number;
  /** Words that must occur in the output with `decode=dba`, as in CommonGen's Table 5. */
  keywords?(item: Item): readonly string[];
}

interface Asked {
  request: RunnerRequest;
  input: ModelInput;
}

export function createOnnxRunner({ id, depends, model, params = {}, nbest, keywords, ...options }: OnnxRunnerOptions): Runner {
  const { beams = 4, maxOutputTokens = 128, temperature = 0, batch = 8 } = options;
  const maxInputTokens = model.takes === 'completion' ? contextOf(model, maxOutputTokens) : (options.maxInputTokens ?? 64);
  const rules = withParams(model.rules, params);
  const decode = keywords ? 'dba' : temperature > 0 ? 'sample' : beams > 1 || nbest ? 'beam' : 'greedy';
  // Constrained search needs a wide beam for one item at a time; the other searches use batches.
  const together = decode === 'dba' ? 1 : batch;
  const inBatches = batchCalls<Asked, RunnerAnswer>({ most: together, run: answerAll });

  return {
    id,
    takes: model.takes,
    concurrency: together,
    settings: {
      decode,
      ...(decode === 'beam' || decode === 'dba' ? { beams } : {}),
      ...(temperature > 0 ? { temperature } : {}),
      maxInputTokens,
      maxOutputTokens,
      // Padding changes the last digits of sums, so that near ties can be decided differently.
      batch: together,
      ...params,
      ...(nbest ? { nbest } : {}),
    },
    nbest,
    depends,
    scores: 'text',
    close: () => model.close(),
    async predict(request) {
      const input = model.read(promptText(request.prompt), maxInputTokens);
      const { choices = [] } = request;
      if (choices.length === 0) return inBatches({ request, input });
      const texts = choices.map(({ text }) => text);
      const logprobs = await scoreTexts(model, input, texts);
      const text = texts[logprobs.indexOf(Math.max(...logprobs))];
      return { text, choices: { by: 'text', logprobs }, usage: { inputTokens: input.ids.length, outputTokens: 0 } };
    },
  };

  async function answerAll(asked: readonly Asked[]): Promise<RunnerAnswer[]> {
    const decoding = await model.open(asked.map(({ input }) => input));
    const found = await search(decoding, asked);
    return asked.map(({ input }, i) => toAnswer(found[i], { decoding, place: i, inputTokens: input.ids.length, nbest }));
  }

  async function search(decoding: Decoding, asked: readonly Asked[]): Promise<Found[][]> {
    const [{ request }] = asked;
    const common = { rules, maxNewTokens: maxOutputTokens, signal: request.signal };
    if (keywords) return [await constrainedSearch(decoding, { ...common, beams, most: nbest, keywords: keywords(request.item), model })];
    if (decode === 'beam') return beamSearch(decoding, { ...common, beams, most: nbest });
    const seeds = asked.map(({ request: { seed, item } }) => `${seed}/tokens/${item.id}`);
    const sampling = decode === 'sample' ? { temperature, topK: params.top_k, topP: params.top_p, seeds } : undefined;
    return (await followOnePath(decoding, { ...common, sampling })).map((each) => [each]);
  }
}

interface AnswerOptions {
  decoding: Decoding;
  place: number;
  inputTokens: number;
  nbest?: number;
}

function toAnswer(found: readonly Found[], { decoding, place, inputTokens, nbest }: AnswerOptions): RunnerAnswer {
  const ranked = found.map(({ tokens, score }): RankedText => ({ text: decoding.decode(place, tokens), score }));
  const [best] = found;
  return {
    text: ranked[0]?.text ?? '',
    ...(nbest ? { nbest: ranked } : {}),
    ...(best ? { ended: best.ended } : {}),
    usage: { inputTokens, outputTokens: best?.tokens.length ?? 0 },
  };
}

/** The number of input tokens that leaves room for the answer. */
function contextOf({ usual }: GenerativeModel, maxOutputTokens: number): number {
  return Math.max(1, (usual.maxInputTokens ?? 2048) - maxOutputTokens);
}

function withParams(rules: GenerationRules, params: DecodingParams): GenerationRules {
  return {
    ...rules,
    lengthPenalty: params.length_penalty ?? rules.lengthPenalty,
    earlyStopping: params.early_stopping ?? rules.earlyStopping,
    noRepeatNgram: params.no_repeat_ngram_size ?? rules.noRepeatNgram,
    repetitionPenalty: params.repetition_penalty ?? rules.repetitionPenalty,
    minLength: params.min_length ?? rules.minLength,
    minNewTokens: params.min_new_tokens ?? rules.minNewTokens,
  };
}

/** The log-probability of a text as the answer to an input. Of its spellings with and without a leading space, the likelier one counts. */
async function scoreTexts(model: Pick<GenerativeModel, 'open' | 'encode'>, input: ModelInput, texts: readonly string[]): Promise<number[]> {
  const decoding = await model.open([input]);
  const spellings = texts.flatMap((text, of) =>
    [text, ` ${text}`].map((form) => ({ of, ids: model.encode(form), sum: 0, row: 0 })).filter(({ ids }) => ids.length > 0),
  );
  let open = spellings;
  for (let logits = decoding.first, length = 0; open.length > 0; length++) {
    const { width } = logits;
    const scored = new Map<number, Float32Array>();
    for (const spelling of open) {
      const { row, ids } = spelling;
      const scores = scored.get(row) ?? logSoftmaxInPlace(logits.data.slice(row * width, (row + 1) * width));
      scored.set(row, scores);
      spelling.sum += scores[ids[length]];
    }
    open = open.filter(({ ids }) => ids.length > length + 1);
    if (open.length === 0) break;
    logits = await decoding.next(
      open.map(({ row }) => row),
      open.map(({ ids }) => ids[length]),
    );
    for (const [row, spelling] of open.entries()) spelling.row = row;
  }
  return texts.map((_, i) => Math.max(...spellings.filter(({ of }) => of === i).map(({ sum }) => sum), LEAST_LOGPROB));
}
