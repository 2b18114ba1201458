import { describe, expect, it } from 'vitest';
import { toItem } from '../item.ts';
import { rateTask } from './rate.ts';

const tools = { tokens: () => [], analyse: async () => [] };
const item = (question: string, answer: string, category: string) =>
  toItem({
    id: '',
    context: 'camping',
    category,
    theme: 'a theme',
    questionID: question,
    question: 'a question',
    answerID: answer,
    answer: 'x',
  });
const items = [item('1', '1', 'Time'), item('1', '2', 'Time'), item('2', '1', 'World States')];

describe('the rating task', () => {
  it('shows theme, question and answer by question, and keeps the category', () => {
    const listed = rateTask.list({ items, seed: 1 });
    expect(listed.map(({ group }) => group)).toEqual(['camping/1', 'camping/1', 'camping/2']);
    for (const { group, shown } of listed) expect(JSON.stringify({ group, shown })).not.toMatch(/Time|World/);
  });

  it('still reports by category', async () => {
    const listed = rateTask.list({ items, seed: 1 });
    const decisions = listed.flatMap(({ id }, i) =>
      ['A', 'B'].map((annotator) => ({ task: rateTask.name, item: id, annotator, value: { rating: 1 + ((i * 2) % 4) } })),
    );
    const { json } = await rateTask.aggregate({ items: listed, decisions }, tools);
    expect(Object.keys(json.perCategory as object)).toEqual(['Time', 'World States']);
  });
});
