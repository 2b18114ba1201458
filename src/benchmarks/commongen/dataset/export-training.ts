/** Training files of the paper's models (Lin et al. 2020, section 4 and Table 6): plain, GPT-2 and T5. */

import { createRandom } from '../../../core/index.ts';
import { type CommonGenRow, conceptsOf } from '../row.ts';

export const TRAINING_FORMATS = ['plain', 't5', 'gpt2'] as const;
export type TrainingFormat = (typeof TRAINING_FORMATS)[number];

/** Table 6. CopyNet, LevenTrans and ConstLeven are published rows only: they are not run here. */
export const HYPER_PARAMETERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'GPT-2': { learningRate: 5e-5, batchSize: 128 },
  'BERT-Gen': { learningRate: 3e-5, batchSize: 32 },
  UniLM: { learningRate: 1e-5, batchSize: 32 },
  'UniLM-v2': { learningRate: 3e-5, batchSize: 32 },
  BART: { learningRate: 3e-5, warmUpSteps: 500, batchSize: 32 },
  'T5-Base': { learningRate: 5e-5, batchSize: 192 },
  'T5-Large': { learningRate: 2e-5, batchSize: 64, warmUpSteps: 400 },
};

export const DECODING = { beamSize: 5 } as const;

export interface TrainingOptions {
  format: TrainingFormat;
  /** How many orders of the concepts each reference is shown with; 1 is the given one. */
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
