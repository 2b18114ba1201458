/** The verdict of a model as judge: the label that its text names, and one value from the verdicts in both orders. */

import { z } from 'zod';
import type { CompareValue, Places } from './compare-places.ts';

/** The label at the start of the text ("No, …", "B."), else the last one that it names, because models explain first. A lone "a" is taken as the article. */
export function readVerdict<Label extends string>(text: string, labels: readonly Label[]): Label | null {
  const find = (word: string) => labels.find((label) => label.toLowerCase() === word.toLowerCase());
  const begins = /^\W*([a-z]+)\s*([^\w\s]|$)/i.exec(text);
  const first = begins ? find(begins[1]) : undefined;
  if (first !== undefined) return first;
  const named = (text.match(/[a-z]+/gi) ?? []).filter((word) => word !== 'a').flatMap((word) => find(word) ?? []);
  return named.at(-1) ?? null;
}

export const PAIR_LABELS = ['A', 'B', 'tie'] as const;
export type PairVerdict = (typeof PAIR_LABELS)[number];

/** A judge's verdict on two systems; the first was shown as A. */
export interface ShownVerdict {
  shown: readonly [string, string];
  verdict: PairVerdict | null;
}

/** A system is better only if all orders agree; otherwise it is a tie. null if a verdict is missing. */
export function combineOrders(asked: readonly ShownVerdict[]): CompareValue | null {
  const orders: { shown: readonly string[]; places: Places }[] = [];
  for (const { shown, verdict } of asked) {
    if (verdict === null) return null;
    const [first, second] = shown;
    orders.push({ shown, places: { [first]: verdict === 'B' ? 2 : 1, [second]: verdict === 'A' ? 2 : 1 } });
  }
  const [one] = orders;
  if (!one) return null;
  const agreed = orders.every(({ places }) => Object.keys(places).every((system) => places[system] === one.places[system]));
  return { places: agreed ? one.places : Object.fromEntries(Object.keys(one.places).map((system) => [system, 1])), orders };
}

/** An annotator's answer to a criterion. */
export type Judgement = 'yes' | 'no' | 'unsure';

const WORDS: Readonly<Record<string, Judgement>> = {
  yes: 'yes',
  y: 'yes',
  true: 'yes',
  1: 'yes',
  no: 'no',
  n: 'no',
  false: 'no',
  0: 'no',
  unsure: 'unsure',
};

/** Files may also have true and false, tables 1, 0, y and n. */
export const judgementSchema: z.ZodType<Judgement> = z.preprocess(
  (given) => (typeof given === 'object' ? given : (WORDS[String(given).trim().toLowerCase()] ?? given)),
  z.enum(['yes', 'no', 'unsure']),
);
