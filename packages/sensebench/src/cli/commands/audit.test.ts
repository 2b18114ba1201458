import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { action } from './audit.ts';

const context = quietContext({ tools: async () => ({ tokens: (_, text) => text.split(' '), analyse: async () => [] }) });
const run = (options: Record<string, unknown>) => action.run(action.options.parse(options), context);
let folder: string;
const path = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-audit-'));
  const write = (name: string, answers: readonly [string, string][]) => {
    const rows = answers.map(([answer, label], i) => ({
      ...{
        id: `c/1/${i}`,
        context: 'c',
        category: 'time',
        theme: 'A trip to Kenya.',
        questionID: '1',
        question: 'When?',
        answerID: `${i}`,
      },
      ...{ answer, label },
    }));
    writeFileSync(path(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  };
  write('train.jsonl', [
    ['at noon', 'yes'],
    ['never', 'no'],
    ['not ever', 'no'],
  ]);
  write('test.jsonl', [
    ['At noon!', 'yes'],
    ['never again', 'no'],
  ]);
  writeFileSync(path('empty.jsonl'), '');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('audits a folder of published files, with the baselines learned from its train split, and writes a page', async () => {
  const out = path('audit.html');
  const { json, text } = await run({ dataset: folder, benchmark: 'tgcsr', out });
  expect(json).toMatchObject({
    benchmark: 'tgcsr',
    split: 'test',
    splits: { train: 3, test: 2 },
    baselines: [
      { model: 'shortcut:answer', solved: 1 },
      { model: 'shortcut:question', solved: 0.5 },
      { model: 'shortcut:nearest', solved: 1 },
      { model: 'majority', solved: 0.5 },
      { model: 'random', items: 2 },
    ],
    out,
  });
  expect(json).toHaveProperty('regions', expect.arrayContaining([{ region: 'Africa', items: 2, share: 1, scores: {} }]));
  expect(text).toContain('test repeats train: of 2 distinct texts (answer) 1 are equal');
  expect(readFileSync(out, 'utf8')).toContain('Words that give a label away');
});

it('takes a file with training items from elsewhere, and says what cannot be learned without them', async () => {
  const dataset = path('test.jsonl');
  const { json } = await run({ dataset, benchmark: 'tgcsr', train: path('train.jsonl'), model: ['shortcut:answer'] });
  expect(json).toMatchObject({ split: 'test', splits: { train: 3, test: 2 }, baselines: [{ solved: 1 }] });
  const alone = await run({ dataset, benchmark: 'tgcsr', model: ['majority'] });
  expect(alone.json).toMatchObject({ baselines: [{ solved: null, reason: expect.stringContaining('--train') }] });
});

it.each([
  { options: { dataset: 'test.jsonl' }, message: /does not say of which benchmark it is/ },
  { options: { dataset: 'nothing' }, message: /no such file or folder/ },
  { options: { dataset: 'empty.jsonl', benchmark: 'tgcsr' }, message: /has no items|empty/ },
  { options: { dataset: '', benchmark: 'tgcsr', split: 'dev' }, message: /unknown split "dev"/ },
  { options: { dataset: '', benchmark: 'tgcsr', split: 'train', train: join(import.meta.dirname, 'nothing') }, message: /no such file/ },
  { options: { dataset: '', benchmark: 'tgcsr', run: ['nothing'] }, message: /no such file/ },
])('refuses in one line: $message', async ({ options, message }) => {
  await expect(run({ ...options, dataset: path(options.dataset) })).rejects.toThrow(message);
});
