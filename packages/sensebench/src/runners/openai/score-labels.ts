/** Log-probabilities of the labels of choices from the likely first tokens of an answer. */
import type { Choice, ScoredChoices } from '@sensebench/metrics/internal/core';

/** So many likely tokens does the protocol give. */
export const LIKELY_TOKENS = 20;

/** A probability of 0 is written as a very small one: JSON has no infinity. */
const LEAST_LOGPROB = -9999;

export interface LikelyToken {
  token: string;
  logprob: unknown;
}

/** The labels' share among the likely first tokens: "B", " B", and for longer labels any case. undefined where no label is among them; then the text is read. */
export function scoreLabels(choices: readonly Choice[], likely: readonly LikelyToken[] = []): ScoredChoices | undefined {
  const sums = choices.map(({ label }) => {
    const same = (token: string) => token === label || (label.length > 1 && token.toLowerCase() === label.toLowerCase());
    return likely.reduce(
      (sum, { token, logprob }) => (typeof logprob === 'number' && same(token.trim()) ? sum + Math.exp(logprob) : sum),
      0,
    );
  });
  if (sums.every((sum) => sum === 0)) return undefined;
  return { by: 'label', logprobs: sums.map((sum) => (sum > 0 ? Math.log(sum) : LEAST_LOGPROB)) };
}
