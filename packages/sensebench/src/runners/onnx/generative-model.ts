/** The contract between token-by-token models and the searches over them: a batch is opened once and grows by one token per step. */

/** The scores of the next token: a row of `width` numbers per open sequence, which searches may overwrite. */
export interface Logits {
  data: Float32Array;
  width: number;
}

/** A batch of inputs in progress. Its rows are sequences, several of which may belong to one input (beams). */
export interface Decoding {
  /** The beginning of each input's sequences: the start token of a seq2seq model, or the whole prompt of a causal one. */
  prompts: readonly (readonly number[])[];
  /** One row per input. */
  first: Logits;
  /** New row i continues row `parents[i]` of the previous step with `tokens[i]`. */
  next(parents: readonly number[], tokens: readonly number[]): Promise<Logits>;
  /** The text of the tokens generated for an input. */
  decode(input: number, tokens: readonly number[]): string;
  /** The tokens of a word or phrase within a text for an input; empty if it cannot be written. */
  spell(input: number, phrase: string): number[];
}

/** Settings of a search, with the names and meanings of Hugging Face's generation_config.json. */
export interface GenerationRules {
  end: readonly number[];
  lengthPenalty: number;
  earlyStopping: boolean | 'never';
  noRepeatNgram: number;
  repetitionPenalty: number;
  /** The fewest tokens of a sequence, including its prompt. */
  minLength: number;
  /** The fewest new tokens. */
  minNewTokens: number;
  forcedBegin?: number;
  forcedEnd?: number;
  badWords: readonly (readonly number[])[];
  /** Tokens that are never generated, and those that never come first. */
  suppressed: readonly number[];
  suppressedFirst: readonly number[];
}

/** An encoded text. */
export interface ModelInput {
  ids: number[];
  /** The words of the ids, if words can be copied. */
  words?: string[];
}

export interface GenerativeModel {
  /** The kind of prompts for this model. */
  takes: 'seq2seq' | 'completion';
  rules: GenerationRules;
  /** The settings of the folder; options override them. */
  usual: { beams?: number; maxInputTokens?: number; maxOutputTokens?: number };
  /** Encodes a prompt, cut to a length. A causal model continues the prompt, which therefore has no end token and is cut at its beginning. */
  read(prompt: string, maxTokens: number): ModelInput;
  /** The ids of a text without special tokens. */
  encode(text: string): number[];
  /** Whether a token continues the word before it, as `house` after `▁dog` makes `doghouse`. */
  continuesWord(token: number): boolean;
  open(inputs: readonly ModelInput[]): Promise<Decoding>;
  close(): Promise<void>;
}

/** An answer found by a search. */
export interface Found {
  /** New tokens, without the end token. */
  tokens: number[];
  score: number;
  ended: 'stop' | 'length';
}

export const PLAIN_RULES: Omit<GenerationRules, 'end'> = {
  lengthPenalty: 1,
  earlyStopping: false,
  noRepeatNgram: 0,
  repetitionPenalty: 1,
  minLength: 0,
  minNewTokens: 0,
  badWords: [],
  suppressed: [],
  suppressedFirst: [],
};
