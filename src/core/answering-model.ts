/** A model that answers items: the request with its prompt, the answer, and the likely number of tokens of a prompt. */
import type { Item } from './item.ts';
import type { PredictedText, RankedText, Usage } from './prediction.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A text to complete or to feed a seq2seq model, or chat messages. */
export type RenderedPrompt = string | readonly ChatMessage[];

/** One answer of a multiple-choice item. */
export interface Choice {
  label: string;
  text: string;
}

export interface RunnerRequest {
  item: Item;
  prompt: RenderedPrompt;
  /** Few-shot examples of the prompt, for runners that do not read prompts. */
  examples: readonly Item[];
  /** Of a multiple-choice item, as the prompt shows them: a runner that can gives each a log-probability. */
  choices?: readonly Choice[];
  seed: number;
  signal: AbortSignal;
  stop?: readonly string[];
}

/** Log-probabilities of the choices of a request, in its order: of their labels as the next token, or of their whole texts. Two different measurements. */
export interface ScoredChoices {
  by: 'label' | 'text';
  logprobs: readonly number[];
}

export interface RunnerAnswer {
  /** What the model said. */
  text: string;
  /** The prediction, where the runner knows it (a file of predictions): taken as it is, the text is not parsed. */
  prediction?: PredictedText;
  choices?: ScoredChoices;
  /** The best answers of a runner that was made to give several, the best first; `text` is the chosen one. */
  nbest?: readonly RankedText[];
  /** What a reasoning model thought before it answered. */
  reasoning?: string;
  /** Why the answer ended: by itself, at the longest allowed length, or because the model refused. */
  ended?: 'stop' | 'length' | 'refused';
  usage?: Usage;
  /** Only where it is not the time that the call took: an answer from a cache. */
  ms?: number;
}

/** What metrics and build steps use of a model. It knows no benchmark, so that their types need none. */
export interface AnsweringModel {
  id: string;
  predict(request: RunnerRequest): Promise<RunnerAnswer>;
}

/** About four bytes are a token in English; other scripts have more bytes and more tokens. */
const BYTES_OF_A_TOKEN = 4;

/** How many tokens a text is likely to have, where no tokenizer of the model is at hand. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_OF_A_TOKEN);
}

/** A prompt as one text. */
export function promptText(prompt: RenderedPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n\n');
}
