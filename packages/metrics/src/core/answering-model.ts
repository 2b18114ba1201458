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
  /** The choices of a multiple-choice item as the prompt shows them. Runners that can score choices return a log-probability for each. */
  choices?: readonly Choice[];
  seed: number;
  signal: AbortSignal;
  stop?: readonly string[];
}

/** Log-probabilities of the choices of a request, in order. `label` scores the label as the next token, `text` the whole text: two different measurements. */
export interface ScoredChoices {
  by: 'label' | 'text';
  logprobs: readonly number[];
}

export interface RunnerAnswer {
  /** The raw output of the model. */
  text: string;
  /** The prediction, if the runner already has it (from a file of predictions); the text is then not parsed. */
  prediction?: PredictedText;
  choices?: ScoredChoices;
  /** The best answers, best first, of a runner that ranks several; `text` is the chosen one. */
  nbest?: readonly RankedText[];
  /** The reasoning of the model before its answer. */
  reasoning?: string;
  /** Why the answer ended: the model stopped, reached the length limit, or refused. */
  ended?: 'stop' | 'length' | 'refused';
  usage?: Usage;
  /** Set only if it differs from the duration of the call, as for a cached answer. */
  ms?: number;
}

/** The part of a model that metrics and build steps use. It does not refer to benchmarks, so their types do not need to either. */
export interface AnsweringModel {
  id: string;
  predict(request: RunnerRequest): Promise<RunnerAnswer>;
}

/** An English token has about four bytes; other scripts have more bytes and more tokens per character. */
const BYTES_OF_A_TOKEN = 4;

/** An estimate of the number of tokens, for models whose tokenizer is not available. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_OF_A_TOKEN);
}

/** A prompt as one text. */
export function promptText(prompt: RenderedPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n\n');
}
