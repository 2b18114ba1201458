/** Multiple choice as a model is asked it: choices in the order shown, and its answer back in the item's own labels. */
import {
  type Benchmark,
  type Choice,
  type Item,
  joinSentences,
  type Random,
  type RunnerAnswer,
  RunnerError,
  type RunPrediction,
  readOutput,
  type ScoredChoices,
  type ShownChoices,
  shuffleChoices,
} from '../../core/index.ts';

/** In the given order without a generator. */
export function showChoices(choices: readonly Choice[], random: Random | null): ShownChoices {
  return random ? shuffleChoices(choices, random) : { choices: [...choices], own: choices.map(({ label }) => label) };
}

/** A known prediction as it is; else the likeliest choice (the first of equals); else what the text says. */
export function readAnswer(
  answer: RunnerAnswer,
  item: Item,
  { benchmark, choices }: { benchmark: Pick<Benchmark, 'parse' | 'choices'>; choices?: ShownChoices },
): string {
  if (answer.prediction !== undefined) return joinSentences(answer.prediction);
  if (answer.choices && choices) {
    const logprobs = checked(answer.choices, choices);
    return choices.own[logprobs.indexOf(Math.max(...logprobs))];
  }
  const said = readOutput(answer.text, item, benchmark, choices?.choices);
  const place = choices?.choices.findIndex(({ label }) => label === said) ?? -1;
  return choices && place >= 0 ? choices.own[place] : said;
}

/** Log-probabilities as predictions.jsonl keeps them. */
export function byOwnLabel(scored: ScoredChoices, choices: ShownChoices): NonNullable<RunPrediction['choices']> {
  const logprobs = checked(scored, choices);
  return { by: scored.by, logprobs: Object.fromEntries(choices.own.map((label, i) => [label, logprobs[i]])) };
}

function checked({ logprobs }: ScoredChoices, { choices }: ShownChoices): readonly number[] {
  if (logprobs.length === choices.length && logprobs.every(Number.isFinite)) return logprobs;
  throw new RunnerError(`scored ${logprobs.length} choices in place of ${choices.length}, or one without a number`, { retryable: false });
}
