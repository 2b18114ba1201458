/** The contract between models that write token by token and the searches over them: a batch is opened once, then grows a token a step. */

/** Scores of the next token, a row of `width` numbers for each open sequence. Searches may overwrite them. */
export interface Logits {
  data: Float32Array;
  width: number;
}

/** A batch of inputs that are being answered. Its rows are sequences; several may belong to one input (beams). */
export interface Decoding {
  /** What each input's sequences begin with: the start token of a seq2seq model, the whole prompt of a causal one. */
  prompts: readonly (readonly number[])[];
  /** One row for each input. */
  first: Logits;
  /** New row i is row `parents[i]` of the step before, followed by `tokens[i]`. */
  next(parents: readonly number[], tokens: readonly number[]): Promise<Logits>;
  /** The text of what was written for an input. */
  decode(input: number, tokens: readonly number[]): string;
  /** The tokens of a word or phrase inside a text for an input; none where it cannot be written. */
  spell(input: number, phrase: string): number[];
}

/** Settings of a search, with the names and meanings of Hugging Face's generation_config.json. */
export interface GenerationRules {
  end: readonly number[];
  lengthPenalty: number;
  earlyStopping: boolean | 'never';
  noRepeatNgram: number;
  repetitionPenalty: number;
  /** Fewest tokens of a sequence, its prompt included. */
  minLength: number;
  /** Fewest new tokens. */
  minNewTokens: number;
  forcedBegin?: number;
  forcedEnd?: number;
  badWords: readonly (readonly number[])[];
  /** Tokens that are never written, and those that never come first. */
  suppressed: readonly number[];
  suppressedFirst: readonly number[];
}

/** A text as a model reads it. */
export interface ModelInput {
  ids: number[];
  /** The words of the ids, where words can be copied. */
  words?: string[];
}

export interface GenerativeModel {
  /** Which prompts suit it. */
  takes: 'seq2seq' | 'completion';
  rules: GenerationRules;
  /** What the folder itself asks for; flags come first. */
  usual: { beams?: number; maxInputTokens?: number; maxOutputTokens?: number };
  /** Reads a prompt, cut to a length. A causal model goes on with the prompt: nothing ends it, and it is cut in front. */
  read(prompt: string, maxTokens: number): ModelInput;
  /** Ids of a text without special tokens. */
  encode(text: string): number[];
  /** Whether this token goes on with the word before it: `house` after `▁dog` makes `doghouse`. */
  continuesWord(token: number): boolean;
  open(inputs: readonly ModelInput[]): Promise<Decoding>;
  close(): Promise<void>;
}

/** One answer that a search found. */
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
