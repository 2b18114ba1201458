import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { humanAnswerOf, withHumanAnswers } from '../../../annotate/index.ts';
import type { TgcsrItem } from '../item.ts';
import { TASKS } from './index.ts';
import { rateTask } from './rate.ts';
import { reviewTask } from './review.ts';

const tools = { tokens: () => [], analyse: async () => [] };
const item = (answer: string): TgcsrItem => ({
  id: `garden/1/${answer}`,
  input: { theme: 't', question: 'q', answer: `answer ${answer}` },
  references: ['yes'],
  meta: { context: 'garden', category: 'Time', questionID: '1', answerID: answer },
});
const items = [item('1'), item('2')];
const rate = (answer: string, annotator: string, rating: number) => ({
  item: `garden/1/${answer}`,
  annotator,
  task: rateTask.name,
  value: { rating },
});

describe('ratings', () => {
  it('are a system: each annotator is held out in turn', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-people-'));
    const path = join(folder, 'garden.jsonl');
    const row = (answer: string, labels: number[]) =>
      JSON.stringify({
        questionID: 'CV1',
        answerID: `CV${answer}`,
        category: 'Time',
        labels: labels.map((label, i) => ({ annotatorID: 'ABC'[i], label })),
      });
    await writeFile(path, [row('1', [1, 1, 0]), row('2', [0, 1, 0])].join('\n'));
    const found = await withHumanAnswers({ name: 'tgcsr', tasks: TASKS }, items, path);
    expect(found.map((each) => [each.meta.annotator, each.references[0], humanAnswerOf(each)])).toEqual([
      ['A', 'yes', 'no'],
      ['B', 'yes', 'no'],
      ['C', 'no', 'yes'],
      ['A', 'no', 'no'],
      ['B', 'yes', 'no'],
      ['C', 'no', 'no'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    // Both ratings of the first pair by A and B are 1: only the whole file shows that these are labels.
    const one = await withHumanAnswers({ name: 'tgcsr', tasks: TASKS }, items.slice(0, 1), path);
    expect(one).toEqual(found.slice(0, 3));
    await expect(withHumanAnswers({ name: 'tgcsr', tasks: TASKS }, items)).rejects.toThrow(/human:FILE/);
    await rm(folder, { recursive: true });
  });

  it('give labels and remove what annotators do not agree on', async () => {
    const listed = rateTask.list({ items, seed: 1 });
    expect(listed[0]).toEqual({ id: 'garden/1/1', group: 'Time', shown: items[0].input });
    const decisions = [rate('1', 'A', 4), rate('1', 'B', 3), rate('2', 'A', 4), rate('2', 'B', 1)];
    const { json, rows, dropped } = await rateTask.aggregate({ items: listed, decisions }, tools);
    expect(json).toMatchObject({ annotators: ['A', 'B'], scale: 'likert', overall: { pairs: 2 } });
    expect(Object.fromEntries(rows ?? [])).toEqual({ 'garden/1/1': { label: 'yes', yesShare: 1 }, 'garden/1/2': null });
    expect(dropped).toMatchObject([{ rule: 'no agreement', ids: ['garden/1/2'] }]);
  });
});

describe('reviews of generated answers', () => {
  it('count by what most people say; a tie is no', async () => {
    const review = (name: string, annotator: string, value: 'yes' | 'no') => ({ item: name, annotator, task: reviewTask.name, value });
    const decisions = [review('x/1', 'A', 'yes'), review('x/1', 'B', 'yes'), review('x/2', 'A', 'yes'), review('x/2', 'B', 'no')];
    expect((await reviewTask.aggregate({ items: [], decisions }, tools)).json).toEqual({ reviewed: 2, yes: 1, no: 1 });
  });
});
