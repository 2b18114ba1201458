import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { humanAnswers } from './human-answers.ts';
import type { TgcsrItem } from './item.ts';
import { readRatings } from './ratings/read-ratings.ts';

describe('people as a system', () => {
  it('hold each annotator out in turn', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-people-'));
    const path = join(folder, 'garden.jsonl');
    const row = (answer: string, labels: number[]) =>
      JSON.stringify({
        context: 'garden',
        questionID: '1',
        answerID: answer,
        category: 'Time',
        labels: labels.map((label, i) => ({ annotatorID: 'ABC'[i], label })),
      });
    await writeFile(path, [row('1', [1, 1, 0]), row('2', [0, 1, 0])].join('\n'));
    const { pairs } = await readRatings(path);
    const items = pairs.map(
      ({ id, context, category, question, answer }): TgcsrItem => ({
        id,
        input: { theme: '', question: 'q', answer: 'a' },
        references: ['yes'],
        meta: { context, category, questionID: question, answerID: answer },
      }),
    );
    const found = await humanAnswers(items, { path });
    expect(found.map(({ item, answer }) => [item.meta.annotator, item.references[0], answer])).toEqual([
      ['A', 'yes', 'no'],
      ['B', 'yes', 'no'],
      ['C', 'no', 'yes'],
      ['A', 'no', 'no'],
      ['B', 'yes', 'no'],
      ['C', 'no', 'no'],
    ]);
    expect(new Set(found.map(({ item }) => item.id)).size).toBe(6);
    await expect(humanAnswers(items, {})).rejects.toThrow(/human:ratings\.csv/);
    await rm(folder, { recursive: true });
  });
});
