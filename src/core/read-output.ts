/** The prediction in a model's raw output: by the benchmark's own rule, else the choice that it names, else the text; openings are cut. */

import type { Choice } from './answering-model.ts';
import type { Benchmark } from './benchmark.ts';
import { labelChoices } from './choices.ts';
import { cutPreamble } from './cut-preamble.ts';
import type { Item } from './item.ts';
import { nameChoice } from './name-choice.ts';

/** `choices` are those that the model was shown; the item's own where they were shown as they are. */
export function readOutput(
  output: string,
  item: Item,
  benchmark: Pick<Benchmark, 'parse' | 'choices'>,
  choices?: readonly Choice[],
): string {
  const said = benchmark.choices ? output : cutPreamble(output);
  if (benchmark.parse) return benchmark.parse(said, item);
  if (benchmark.choices) return nameChoice(output, choices ?? labelChoices(benchmark.choices(item)));
  return said.trim();
}
