/** Samples of other harnesses: labels from log-probabilities of choices, and a check that the samples belong to these items. */

import { type Benchmark, InputError, type Item, labelChoices } from '@sensebench/metrics/internal/core';
import { z } from 'zod';

/** What a harness records for a document besides the output of the model. */
export interface SampleFacts {
  /** The correct answers according to the harness: texts, or the index of a choice. */
  targets?: readonly string[];
  /** The log-probabilities of the choices, in the order of the document. */
  logprobs?: readonly number[];
  /** The choices of the document, if it lists them as texts. */
  choices?: readonly string[];
}

/** [log-probability, whether it is the greedy answer], as values or as texts. */
const scored = z.tuple([z.coerce.number(), z.union([z.boolean(), z.enum(['True', 'False', 'true', 'false'])])]);
/** lm-evaluation-harness: one response per request of an item. A single request returns a text; several score its choices. */
const scoredChoices = z.array(z.union([scored, z.tuple([scored]).transform(([only]) => only)])).min(2);

export type Responses = { text: string } | { logprobs: number[] };

export const responsesSchema = z.array(z.union([z.string(), z.array(z.unknown())])).transform((list, context): Responses => {
  const choices = scoredChoices.safeParse(list);
  if (choices.success) return { logprobs: choices.data.map(([logprob]) => logprob) };
  const [first] = list;
  const text = Array.isArray(first) ? first[0] : first;
  if (typeof text === 'string' && !scored.safeParse(first).success) return { text };
  context.addIssue({ code: 'custom', message: 'is neither a text nor the log-probabilities of choices' });
  return z.NEVER;
});

const targetSchema = z.union([z.string(), z.number().transform(String)]);

/** Undefined for a target of another shape. */
export function readTargets(target: unknown): string[] | undefined {
  const list = z.union([targetSchema.transform((one) => [one]), z.array(targetSchema).min(1)]).safeParse(target);
  return list.success ? list.data : undefined;
}

const docChoices = z.union([z.array(z.string()), z.looseObject({ text: z.array(z.string()) }).transform(({ text }) => text)]);

export function readChoices(doc: Readonly<Record<string, unknown>> | undefined): string[] | undefined {
  const choices = docChoices.safeParse(doc?.choices);
  return choices.success ? choices.data : undefined;
}

/** The label of the most likely choice; the first one on ties. */
export function likeliestLabel(
  { logprobs = [], choices }: SampleFacts,
  item: Item,
  { file, line, benchmark }: { file: string; line?: number; benchmark?: Pick<Benchmark, 'choices'> },
): string {
  if (!benchmark?.choices)
    throw new InputError('has log-probabilities of choices, and the items have no choices: a sample of another task?', { file, line });
  const own = labelChoices(benchmark.choices(item));
  if (own.length !== logprobs.length)
    throw new InputError(`has ${logprobs.length} choices where the item "${item.id}" has ${own.length}: a sample of another task?`, {
      file,
      line,
    });
  const place = logprobs.indexOf(Math.max(...logprobs));
  const said = choices?.length === logprobs.length ? choices[place].trim() : undefined;
  return (own.find(({ label, text }) => label === said || text === said) ?? own[place]).label;
}

/** Samples of another split may have the same ids, so their targets are compared. */
export function compareTargets(
  samples: readonly { facts?: SampleFacts; item: Item }[],
  benchmark?: Pick<Benchmark, 'choices'>,
): { compared: number; equal: number } {
  let [compared, equal] = [0, 0];
  for (const { facts, item } of samples) {
    const targets = facts?.targets;
    if (!targets || item.references.length === 0) continue;
    const own = new Set(item.references.map((reference) => reference.trim()));
    const choices = benchmark?.choices ? labelChoices(benchmark.choices(item)) : [];
    // A number alone is the index of a choice of the document; without choices it says nothing.
    const listed = facts.choices ?? choices.map(({ label }) => label);
    const texts = targets.flatMap((target) => (/^\d+$/.test(target) ? [target, listed[Number(target)] ?? ''] : [target]));
    if (choices.length === 0 && targets.every((target) => /^\d+$/.test(target))) continue;
    compared++;
    const right = new Set([...own, ...choices.flatMap(({ label, text }) => (own.has(label) ? [text] : []))]);
    if (texts.some((text) => right.has(text.trim()))) equal++;
  }
  return { compared, equal };
}
