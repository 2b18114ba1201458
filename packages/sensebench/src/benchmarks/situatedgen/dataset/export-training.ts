/** Training files of the papers' models (Zhang and Wan 2023, section 6, appendix C.1): both orders of the two sentences. */

import { INSTRUCTION, keywordList, t5Input } from '../prompts.ts';
import type { SituatedGenExample } from '../row.ts';

export const TRAINING_FORMATS = ['seq2seq', 'chat', 'instructgpt'] as const;
export type TrainingFormat = (typeof TRAINING_FORMATS)[number];

/** Table 7, with the checkpoint rule of appendix C.1. */
export const HYPER_PARAMETERS = {
  epochs: 10,
  batchSize: 32,
  beamSize: 4,
  maxInputLength: 64,
  maxOutputLength: 128,
  learningRate: 3e-5,
  warmUpSteps: 500,
  checkpoint: 'one an epoch; the one with the highest ROUGE-2 on dev is kept',
  models: ['facebook/bart-base', 'facebook/bart-large', 't5-base', 't5-large', 'google/flan-t5-base', 'google/flan-t5-large'],
} as const;

/** The rows of one split. Both orders are used in training only, because the pair is unordered but a reference is one text. */
export function* trainingRows(
  examples: Iterable<SituatedGenExample>,
  { format, bothOrders }: { format: TrainingFormat; bothOrders: boolean },
): Generator<Record<string, unknown>> {
  for (const example of examples) {
    const [first, second] = example.statements;
    const targets = bothOrders ? [`${first} ${second}`, `${second} ${first}`] : [`${first} ${second}`];
    for (const target of targets) yield row(format, example, target);
  }
}

function row(format: TrainingFormat, { keywords, ids }: SituatedGenExample, target: string): Record<string, unknown> {
  const id = ids.join('|');
  switch (format) {
    case 'seq2seq':
      return { id, input: t5Input(keywords), inputBart: keywordList(keywords), target };
    case 'chat':
      return {
        messages: [
          { role: 'system', content: INSTRUCTION },
          { role: 'user', content: `Keywords: ${keywordList(keywords)}` },
          { role: 'assistant', content: target },
        ],
      };
    case 'instructgpt':
      return { prompt: `${INSTRUCTION}\n\nKeywords: ${keywordList(keywords)}\nSentences:`, completion: ` ${target}` };
  }
}
