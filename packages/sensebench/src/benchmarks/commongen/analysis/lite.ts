/** CommonGen-lite (allenai/CommonGen-Eval, 2024): cover, part-of-speech cover, and how often a judge prefers the output or calls a tie. */

import { InputError, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { combineOrders, PAIR_LABELS, readVerdict } from '../../../annotate/index.ts';
import { readJson } from '../../../files/index.ts';
import { bareConcept, type CommonGenItem } from '../item.ts';

export type Verdict = 'win' | 'tie' | 'loss';

export interface Judged {
  id: string;
  /** A verdict for each order in which the two sentences were shown; null where the judge's answer names none. */
  verdicts: [Verdict | null, Verdict | null];
  /** A win or a loss in both orders, or a tie. Null where a verdict is missing; such items are left out of the rate. */
  verdict: Verdict | null;
}

export interface LiteScores {
  /** The mean number of words of the predictions. */
  length: number | null;
  cover: number | null;
  pos: number | null;
  winTie: number | null;
  overall: number | null;
}

function judgePrompt({ concepts, first, second }: { concepts: readonly string[]; first: string; second: string }): string {
  return `Two sentences were written with these words: ${concepts.join(', ')}.

Sentence A: ${first}
Sentence B: ${second}

Which sentence is the better one? It should use all of the words, describe a scene that is common in daily life, and be grammatical and fluent.
Answer with one word: A, B or tie.`;
}

export interface JudgeOptions {
  judge: Runner;
  seed: number;
  signal: AbortSignal;
  onProgress?(done: number): void;
}

/** Asks the judge in both orders, with the first reference of the item. */
export async function judgePredictions(
  items: readonly Item<{ concepts: string[] }>[],
  predictions: readonly string[],
  { judge, seed, signal, onProgress }: JudgeOptions,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [i, item] of items.entries()) {
    if (item.references.length === 0) throw new InputError(`item ${item.id} has no reference that a judge could compare with`);
    const texts = { own: predictions[i], people: item.references[0] };
    const ask = async (first: System, second: System) => {
      const prompt = judgePrompt({ concepts: item.input.concepts, first: texts[first], second: texts[second] });
      const { text } = await judge.predict({ item, prompt, examples: [], seed, signal });
      return { shown: [first, second] as const, verdict: readVerdict(text, PAIR_LABELS) };
    };
    const asked = [await ask('own', 'people'), await ask('people', 'own')];
    const [asFirst = null, asSecond = null] = asked.map((each) => toVerdict(combineOrders([each])?.places));
    judged.push({ id: item.id, verdicts: [asFirst, asSecond], verdict: toVerdict(combineOrders(asked)?.places) });
    onProgress?.(i + 1);
  }
  return judged;
}

type System = 'own' | 'people';

function toVerdict(places?: Readonly<Partial<Record<System, number>>>): Verdict | null {
  if (!places) return null;
  const { own = 1, people = 1 } = places;
  return own === people ? 'tie' : own < people ? 'win' : 'loss';
}

/** The product of cover, part-of-speech cover and win-or-tie rate; null where one of them is null. */
export function liteScores({
  length,
  cover,
  pos,
  judged,
}: {
  length: number | null;
  cover: number | null;
  pos: number | null;
  judged: readonly Judged[];
}): LiteScores {
  const decided = judged.filter(({ verdict }) => verdict !== null);
  const winTie = decided.length > 0 ? decided.filter(({ verdict }) => verdict !== 'loss').length / decided.length : null;
  const overall = cover === null || pos === null || winTie === null ? null : cover * pos * winTie;
  return { length, cover, pos, winTie, overall };
}

const outputsSchema = z
  .array(
    z.looseObject({
      id: z.string(),
      concept_set: z.array(z.string()).min(1),
      output: z.union([z.string(), z.array(z.string()).min(1)]),
    }),
  )
  .min(1);

interface EvalOutputs {
  items: CommonGenItem[];
  texts: string[];
}

/** Null where the file has another layout. References come from items with the same concepts. */
export async function readEvalOutputs(path: string, known: readonly CommonGenItem[]): Promise<EvalOutputs | null> {
  if (!/\.json$/i.test(path)) return null;
  const { success, data } = outputsSchema.safeParse(await readJson(path, z.unknown()));
  if (!success) return null;
  const references = new Map(known.map((item) => [nameOf(item.input.concepts), item.references]));
  return {
    items: data.map(({ id, concept_set: concepts }) => ({
      id,
      input: { concepts },
      references: references.get(nameOf(concepts)) ?? [],
      meta: {},
    })),
    // CommonGen-Eval evaluates the first output.
    texts: data.map(({ output }) => (typeof output === 'string' ? output : output[0]).trim()),
  };
}

function nameOf(concepts: readonly string[]): string {
  return concepts.map(bareConcept).sort().join('#');
}
