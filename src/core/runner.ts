/** The contract of a model runner: one item with its prompt in, one answer out. */
import type { Item } from './item.ts';

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
  seed: number;
  signal: AbortSignal;
  stop?: readonly string[];
}

export interface RunnerAnswer {
  text: string;
  /** The untouched output of the model. */
  raw: string;
  usage?: { inputTokens?: number; outputTokens?: number; cost?: number };
  logprobs?: { token: string; logprob: number }[];
  ms: number;
}

export interface Runner {
  id: string;
  /** What else changes its answers (temperature, lengths, beams): kept in run.json and in the key of the response cache. */
  settings?: Readonly<Record<string, string | number | boolean | null>>;
  predict(request: RunnerRequest): Promise<RunnerAnswer>;
  /** Answers from the item alone: no prompt is rendered, no examples are drawn. */
  withoutPrompt?: boolean;
  /** How many requests may be under way at once; default: 1. */
  concurrency?: number;
  close?(): Promise<void>;
}
