import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readItems, type TgcsrItem, tgcsrItemSchema } from './item.ts';
import { readQuestions } from './question-item.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-items-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const each of rows) list.push(each);
  return list;
}

async function read(name: string, text: string): Promise<TgcsrItem[]> {
  const path = join(folder, name);
  await writeFile(path, text);
  return collect(readItems(path));
}

const row = {
  id: 'x/1/2',
  context: 'x',
  category: 'Time',
  theme: 't',
  questionID: '1',
  question: 'q?',
  answerID: '2',
  answer: 'a',
  label: 'yes',
};
const lines = (...rows: object[]) => rows.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('the items', () => {
  it('come from a dataset, with and without a label', async () => {
    const [labelled, withheld] = await read('test.jsonl', lines(row, { ...row, answerID: '3', label: undefined }));
    expect(labelled).toEqual({
      id: 'x/1/2',
      input: { theme: 't', question: 'q?', answer: 'a' },
      references: ['yes'],
      meta: { context: 'x', category: 'Time', questionID: '1', answerID: '2' },
    });
    expect(withheld.references).toEqual([]);
    expect(tgcsrItemSchema.parse(labelled)).toEqual(labelled);
  });

  it('come from released ratings and ground truth, named by number and labelled by the mode, a tie being no', async () => {
    const label = (values: (number | string)[], key: string) =>
      `{"answerID": "CV2", "questionID": "CV1", "category": "Time", "${key}": [${values.map((value, i) => `{"annotatorID": "${'ABCD'[i]}", "label": ${value}}`).join(',')}]}\n`;
    const [item] = await read('camping-mc.jsonl', label([1, 1, 0, 'NaN'], 'labels'));
    expect(item).toMatchObject({ id: 'camping/1/2', references: ['yes'], meta: { withoutTexts: true } });
    expect((await read('camping-mc-gt.jsonl', label([1, 1, 0, 0], 'gt')))[0].references).toEqual(['no']);
    expect((await read('camping-mc-ratings.csv', 'answerID,questionID,category,A,B,C\n2,1,Time,4,3,1\n'))[0]).toMatchObject({
      id: 'camping/1/2',
      references: ['yes'],
    });
  });

  it('refuse a pair that is there twice, and a label that is none', async () => {
    await expect(read('twice.jsonl', lines(row, row))).rejects.toThrow('twice.jsonl:2: the pair x/1/2 occurs twice');
    await expect(read('label.jsonl', lines({ ...row, label: 'maybe' }))).rejects.toThrow('label.jsonl:1, field "label"');
  });

  it('are gathered into questions, whose references are the answers that fit', async () => {
    const path = join(folder, 'questions.jsonl');
    await writeFile(path, lines(row, { ...row, answerID: '3', answer: 'b', label: 'no' }, { ...row, questionID: '9', answer: 'c' }));
    const [first, second] = await collect(readQuestions(path));
    expect(first).toMatchObject({ id: 'x/1', references: ['a'] });
    expect(first.meta.answers).toEqual([
      { id: '2', text: 'a', label: 'yes' },
      { id: '3', text: 'b', label: 'no' },
    ]);
    expect(second.id).toBe('x/9');
  });
});
