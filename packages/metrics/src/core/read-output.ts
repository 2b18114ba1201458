/** The prediction in a raw output: by the rule of the benchmark, else the choice that it names, else the text without its preamble. */

import type { Choice } from './answering-model.ts';
import type { Benchmark } from './benchmark.ts';
import { labelChoices, nameChoice } from './choices.ts';
import type { Item } from './item.ts';

/** `choices` are those shown to the model; default: the choices of the item. */
export function readOutput(
  output: string,
  item: Item,
  benchmark: Pick<Benchmark, 'parse' | 'choices'>,
  choices?: readonly Choice[],
): string {
  const text = benchmark.choices ? output : cutPreamble(output);
  if (benchmark.parse) return benchmark.parse(text, item);
  if (benchmark.choices) return nameChoice(output, choices ?? labelChoices(benchmark.choices(item)));
  return text.trim();
}

const GREETING = /^(?:sure|certainly|of course|absolutely|okay|ok|great|yes)\b[^\n.!:]{0,40}[.!,]\s+/i;

/** At most twelve words that announce the answer and end with a colon, with preceding quotes and list marks. */
const OPENING =
  /^["'“*_\s]*(?=[^:\n]{0,120}\b(?:sentences?|answers?|outputs?|responses?|reply|replies|examples?|results?)\b)(?:[^\s:]+\s+){0,11}[^\s:]+:\s*/i;

const MOST_CUTS = 3;

/**
 * Removes what a chatty model writes before its answer ("Sure! The sentence is: …"), by the rule in docs/models.md.
 * Returns the output unchanged if nothing would be left.
 */
export function cutPreamble(output: string): string {
  let text = output.trim();
  const greeting = GREETING.exec(text);
  if (greeting && OPENING.test(text.slice(greeting[0].length))) text = text.slice(greeting[0].length);
  let cut = false;
  for (let i = 0; i < MOST_CUTS; i++) {
    const opening = OPENING.exec(text);
    if (!opening) break;
    text = text.slice(opening[0].length);
    cut = true;
  }
  if (!cut) return output;
  const bare = text
    .replace(/^\**\s*/, '')
    .replace(/^["“]([^"“”]*)["”]?\s*$/s, '$1')
    .trim();
  return bare === '' ? output : bare;
}
