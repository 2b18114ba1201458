/** The rules for the next token: the logits processors of Hugging Face's `generate`, on one row of log-probabilities. */
import type { GenerationRules } from './generative-model.ts';

const NEVER = Number.NEGATIVE_INFINITY;

export interface RuledSequence {
  /** The prompt and the new tokens. */
  tokens: readonly number[];
  /** The number of prompt tokens among them. */
  prompt: number;
  /** The length, including the prompt, at which it must end. */
  longest: number;
}

/** Whether any rule can change a row; plain searches skip the rules. */
export function hasRules(rules: GenerationRules): boolean {
  const { noRepeatNgram, repetitionPenalty, minLength, minNewTokens, forcedBegin, forcedEnd, badWords, suppressed, suppressedFirst } =
    rules;
  const counts = noRepeatNgram + minLength + minNewTokens + badWords.length + suppressed.length + suppressedFirst.length;
  return counts > 0 || repetitionPenalty !== 1 || forcedBegin !== undefined || forcedEnd !== undefined;
}

/** Changes the row in place. Most rules set tokens to minus infinity, and the row is not normalized again. */
export function applyRules(row: Float32Array, { tokens, prompt, longest }: RuledSequence, rules: GenerationRules): void {
  const { length } = tokens;
  if (rules.repetitionPenalty !== 1) penalize(row, tokens, rules.repetitionPenalty);
  if (rules.noRepeatNgram > 0) for (const id of repeats(tokens, rules.noRepeatNgram)) row[id] = NEVER;
  for (const words of rules.badWords) if (endsWith(tokens, words)) row[words[words.length - 1]] = NEVER;
  if (length < rules.minLength || length - prompt < rules.minNewTokens) for (const id of rules.end) row[id] = NEVER;
  for (const id of rules.suppressed) row[id] = NEVER;
  if (length === prompt) for (const id of rules.suppressedFirst) row[id] = NEVER;
  if (rules.forcedBegin !== undefined && length === 1) force(row, rules.forcedBegin);
  if (rules.forcedEnd !== undefined && length === longest - 1) force(row, rules.forcedEnd);
}

/** CTRL's penalty (Keskar et al., 2019): scores below zero are multiplied, those above divided. */
function penalize(row: Float32Array, tokens: readonly number[], penalty: number): void {
  for (const id of new Set(tokens)) if (id < row.length) row[id] = row[id] < 0 ? row[id] * penalty : row[id] / penalty;
}

function force(row: Float32Array, id: number): void {
  row.fill(NEVER);
  row[id] = 0;
}

/** The tokens that would repeat an n-gram of the sequence. */
function repeats(tokens: readonly number[], size: number): number[] {
  const found: number[] = [];
  const last = tokens.length - size + 1;
  for (let start = 0; start < last; start++) {
    let same = true;
    for (let i = 0; same && i < size - 1; i++) same = tokens[start + i] === tokens[last + i];
    if (same) found.push(tokens[start + size - 1]);
  }
  return found;
}

/** Whether the sequence ends with all of the words but the last. */
function endsWith(tokens: readonly number[], words: readonly number[]): boolean {
  const before = words.length - 1;
  if (before > tokens.length) return false;
  for (let i = 0; i < before; i++) if (tokens[tokens.length - before + i] !== words[i]) return false;
  return true;
}
