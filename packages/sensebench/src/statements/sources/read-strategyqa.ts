/** Reads StrategyQA (Geva et al., 2021): yes/no questions, as the released JSON list or as JSON Lines. */

import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseJson, parseWith, readText } from '../../files/index.ts';
import { leftOut, type SourceReader, splitOf } from './source-reader.ts';

const questionSchema = z.looseObject({ question: z.string(), answer: z.boolean().nullish() });

export const strategyQaReader: SourceReader = {
  name: 'strategyqa',
  layout: 'a JSON list, or JSON Lines, of objects with "question" and "answer" (true or false)',
  licence: 'MIT',
  async *read(path, drop, { source = 'strategyqa', split = splitOf(path) } = {}) {
    for (const [n, value] of (await questions(path)).entries()) {
      const id = `${source}::${split}::${n}`;
      const question = value.question.trim();
      if (typeof value.answer !== 'boolean') drop(leftOut('question without answer', id, question));
      else yield { id, source, split, kind: 'yes-no', question, answer: value.answer, licence: 'MIT' };
    }
  },
};

async function questions(path: string): Promise<z.infer<typeof questionSchema>[]> {
  const text = (await readText(path)).trim();
  if (text === '') throw new InputError('is empty', { file: path, expected: strategyQaReader.layout });
  if (text.startsWith('[')) return parseWith(z.array(questionSchema), parseJson(text, { file: path }), { file: path });
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '')
    .map(({ line, text: row }) => parseWith(questionSchema, parseJson(row, { file: path, line }), { file: path, line }));
}
