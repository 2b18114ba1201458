/** Training files of the paper's models (Lin et al. 2020, section 4): plain, GPT-2 and T5. */

import { createRandom } from '@sensebench/metrics/internal/core';
import { type CommonGenRow, conceptsOf } from '../item.ts';

export const TRAINING_FORMATS = ['plain', 't5', 'gpt2'] as const;
export type TrainingFormat = (typeof TRAINING_FORMATS)[number];

export interface TrainingOptions {
  format: TrainingFormat;
  /** The number of orders of the concepts for each reference; 1 is the original order alone. */
  orders: number;
  seed: number;
}

export function* trainingRows(rows: Iterable<CommonGenRow>, { format, orders, seed }: TrainingOptions): Generator<Record<string, string>> {
  for (const row of rows) {
    const concepts = conceptsOf(row);
    for (let order = 0; order < orders; order++) {
      const shown = order === 0 ? concepts : createRandom(`${seed}/order/${order}/${row.concept_set}`).shuffle(concepts);
      for (const target of row.scene) yield toRow(format, shown.join(' '), target);
    }
  }
}

function toRow(format: TrainingFormat, concepts: string, target: string): Record<string, string> {
  if (format === 'gpt2') return { text: `${concepts} = ${target}` };
  return { input: format === 't5' ? `generate a sentence with ${concepts}.` : concepts, target };
}
