/** The prompts and costs of a run without asking the model: the first prompts, and the tokens of all, estimated from text lengths. */
import { estimateTokens, InputError, promptText, type RenderedPrompt } from '@sensebench/metrics/internal/core';
import type { PromptPlace } from '../files/index.ts';
import { type PromptChoice, settlePrompt } from './evaluate.ts';
import { renderPrompts } from './predict/predict.ts';

export interface DryRunOptions extends PromptChoice {
  orders: number;
  repeats: number;
  seed: number;
  signal: AbortSignal;
}

export interface DryRun {
  runner: string;
  prompt: string;
  shots: number;
  prompts: number;
  first: (PromptPlace & { prompt: RenderedPrompt; tokens: number })[];
  inputTokens: number;
  /** Null if the answers have no limit. */
  mostOutputTokens: number | null;
  /** Dollars; null without a price. `most` assumes that every answer has the maximum length. */
  cost: { input: number; most: number | null } | null;
}

const SHOWN = 3;

export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { runner } = options;
  const { price, settings: { maxOutputTokens } = {} } = runner;
  if (runner.withoutPrompt) throw new InputError(`the model "${runner.id}" uses no prompt, so that there is nothing to show`);
  const { name, template, shots } = settlePrompt(options);
  const first: DryRun['first'] = [];
  let [prompts, inputTokens] = [0, 0];
  for await (const asked of renderPrompts({ ...options, template, shots })) {
    options.signal.throwIfAborted();
    const tokens = estimateTokens(promptText(asked.prompt));
    if (first.length < SHOWN) first.push({ ...asked, tokens });
    prompts++;
    inputTokens += tokens;
  }
  const mostOutputTokens = typeof maxOutputTokens === 'number' ? prompts * maxOutputTokens : null;
  const input = price && (inputTokens * price.input) / 1e6;
  return {
    runner: runner.id,
    prompt: name,
    shots,
    prompts,
    first,
    inputTokens,
    mostOutputTokens,
    cost:
      price && input !== undefined
        ? { input, most: mostOutputTokens === null ? null : input + (mostOutputTokens * price.output) / 1e6 }
        : null,
  };
}

/** For a terminal. `show` makes control characters of texts visible. */
export function describeDryRun(run: DryRun, show: (text: string) => string): string {
  const { first, prompts, inputTokens, mostOutputTokens, cost } = run;
  const shown = first.flatMap(({ id, prompt, tokens }) => [
    `--- ${show(id)}, about ${tokens} tokens`,
    ...(typeof prompt === 'string' ? [show(prompt)] : prompt.map(({ role, content }) => `[${role}] ${show(content)}`)),
  ]);
  const whole = (count: number) => count.toLocaleString('en');
  return [
    ...shown,
    '---',
    `${whole(prompts)} prompts "${run.prompt}" with ${run.shots} examples for ${show(run.runner)}; no request was sent`,
    `about ${whole(inputTokens)} input tokens, ${mostOutputTokens === null ? 'output without a limit' : `at most ${whole(mostOutputTokens)} output tokens`} (estimated at four bytes of text per token)`,
    cost === null
      ? 'cost: unknown without the price of the model: openai:MODEL(price=0.15/0.60)'
      : `cost: about $${cost.input.toFixed(4)} for the input${cost.most === null ? '' : `, at most $${cost.most.toFixed(4)} with the output`}`,
  ].join('\n');
}
