/** A blind comparison: outputs under letters in a counterbalanced order, identical ones merged; ranks are mapped back to systems. */

import { createRandom, InputError, type Showing, type ShowingPlace } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { CompareValue } from '../compare-places.ts';

const LETTERS = 'ABCDEF';

interface SystemOutput {
  system: string;
  text: string;
}

/** What the annotator sees; it does not name any system. */
export interface BlindOutputs {
  given: string;
  outputs: { letter: string; text: string }[];
}

const answerSchema = z.object({ places: z.record(z.string(), z.number().positive()) });

export function presentComparison(
  { given, outputs }: { given: string; outputs: readonly SystemOutput[] },
  place: ShowingPlace,
): Showing<CompareValue> {
  const merged = mergeEqual(outputs);
  const shown = orderAt(merged.length, place).map((index, position) => ({ ...merged[index], letter: LETTERS[position] }));
  const blind: BlindOutputs = { given, outputs: shown.map(({ letter, text }) => ({ letter, text })) };
  return {
    shown: blind,
    toValue(answer) {
      const { places } = readAnswer(answer);
      const strange = Object.keys(places).find((letter) => !shown.some((one) => one.letter === letter));
      if (strange !== undefined) throw new InputError(`there is no output ${strange}`);
      const missing = shown.filter(({ letter }) => !(letter in places));
      if (missing.length > 0) throw new InputError(`${missing.map(({ letter }) => letter).join(', ')}: no rank yet`);
      return {
        places: Object.fromEntries(shown.flatMap(({ letter, systems }) => systems.map((system) => [system, places[letter]]))),
        // The first system represents merged outputs, because they were shown only once.
        shown: shown.map(({ systems }) => systems[0]),
      };
    },
    toAnswer: ({ places }) => ({
      places: Object.fromEntries(
        shown.flatMap(({ letter, systems }) => {
          const [own] = systems.flatMap((system) => places[system] ?? []);
          return own === undefined ? [] : [[letter, own]];
        }),
      ),
    }),
  };
}

function readAnswer(answer: unknown): z.infer<typeof answerSchema> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new InputError('has no places by letter', { expected: '{"places": {"A": 1, "B": 2}}' });
  return parsed.data;
}

/** Differences in white space are invisible to readers. */
function mergeEqual(outputs: readonly SystemOutput[]): { text: string; systems: string[] }[] {
  const merged = new Map<string, { text: string; systems: string[] }>();
  for (const { system, text } of outputs) {
    const key = text.trim().replace(/\s+/g, ' ');
    const known = merged.get(key);
    if (known) known.systems.push(system);
    else merged.set(key, { text, systems: [system] });
  }
  return [...merged.values()];
}

/**
 * Balanced Latin squares (Williams 1949): orders in which each thing has each position, and follows each other thing, equally often.
 * One order per row: as many rows as things, or twice as many if their number is odd.
 */
export function balancedOrders(things: number): number[][] {
  const zigzag = Array.from({ length: things }, (_, i) => (i % 2 === 0 ? i / 2 : things - (i + 1) / 2));
  const rows = zigzag.map((_, shift) => zigzag.map((place) => (place + shift) % things));
  return things % 2 === 0 || things === 1 ? rows : [...rows, ...rows.map((row) => row.toReversed())];
}

/**
 * The order for one annotator and item. On one item, consecutive annotators get different rows of the square. Over the items of a block
 * (as many as there are rows) each annotator gets every row once; the assignment of rows to items is random, so that it follows no pattern in the items.
 */
export function orderAt(things: number, { annotator, item, seed }: ShowingPlace): number[] {
  const rows = balancedOrders(things);
  const block = Math.floor(item / rows.length);
  const drawn = createRandom(`${seed}/order/${things}/${block}`).shuffle([...rows.keys()]);
  return rows[(drawn[item % rows.length] + annotator) % rows.length];
}
