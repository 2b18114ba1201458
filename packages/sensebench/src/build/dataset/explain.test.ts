import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJsonl } from '../../files/index.ts';
import { describeExplanation, explainRow } from './explain.ts';
import { writeDataset } from './write-dataset.ts';

let folder: string;
let pairs: string;
let sets: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-explain-'));
  [pairs, sets] = [join(folder, 'pairs'), join(folder, 'sets')];
  const common = { summary: 's', citation: 'c', collection: 'c', limits: 'l', stats: {}, people: [], config: {}, seed: 1, versions: {} };
  const statements = [
    {
      id: 'a::train::1',
      text: 'Farmers in Japan grow rice.',
      question: 'What do farmers in Japan grow?',
      answer: 'rice',
      licence: 'CC0-1.0',
      rule: 'wh/what',
      confidence: 0.9,
      entities: [{ text: 'Japan', type: 'GPE' }],
      keywords: [{ text: 'rice', kind: 'NOUN' }],
    },
    { id: 'a::train::2', text: 'Farmers in Peru grow corn.' },
    { id: 'a::train::3', text: 'Farmers in Chad grow millet.' },
  ];
  await writeDataset(pairs, {
    ...common,
    benchmark: { name: 'pairs' },
    name: 'pairs',
    row: z.object({ ids: z.array(z.string()), statement: z.string() }),
    splits: { test: [{ ids: ['a::train::1', 'a::train::2'], statement: 'Farmers in Japan grow rice. Farmers in Peru grow corn.' }] },
    ledger: [
      { step: 'read', rule: 'too long', ids: ['a::train::9'], text: 'A long story.', value: 900, limit: 300 },
      { step: 'split', rule: 'between two communities', ids: ['a::train::1', 'a::train::3'] },
    ],
    sources: [],
    extras: [{ path: 'statements.jsonl', description: '', write: (file) => writeJsonl(file, statements) }],
  });
  const rows = [
    { theme: 'Moving house', question: 'What is heavy?', answer: 'The piano' },
    { theme: 'Moving house', question: 'What is heavy?', answer: 'The feather' },
  ];
  await writeDataset(sets, {
    ...common,
    benchmark: { name: 'sets' },
    name: 'sets',
    row: z.object({ theme: z.string(), question: z.string(), answer: z.string() }),
    splits: { dev: rows, test: [{ theme: 'Moving house', question: 'What is light?', answer: 'The feather' }] },
    ledger: [{ step: 'my-filter', rule: 'no agreement', ids: ['7'], value: 0.5 }],
    sources: [{ name: 'mine.yaml', sha256: 'ab' }],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A benchmark that numbers its items from 0 in every split. */
async function* numbered(split: string): AsyncGenerator<{ id: string }> {
  const count = split === 'dev' ? 2 : 1;
  for (let i = 0; i < count; i++) yield { id: String(i) };
}

describe('a statement', () => {
  it.each([
    ['its id', 'a::train::1'],
    ['its text in any case', 'farmers in JAPAN grow rice'],
    ['a part of its text', 'in japan'],
  ])('is found by %s, with where it is, where it comes from and its partners', async (_by, wanted) => {
    const found = await explainRow(pairs, wanted);
    expect(found).toMatchObject({
      id: 'a::train::1',
      in: true,
      splits: [{ split: 'test', line: 1, id: 'a::train::1|a::train::2', with: ['a::train::2'] }],
      ledger: [{ step: 'split' }],
    });
    expect(describeExplanation(found)).toEqual([
      'a::train::1: Farmers in Japan grow rice.',
      'in: line 1 of test.jsonl',
      '  split: between two communities (a::train::3)',
      '  from: a, train, number 1; licence CC0-1.0',
      '  question: What do farmers in Japan grow?',
      '  answer: rice; rule wh/what, confidence 0.9',
      '  entities: Japan (GPE)',
      '  keywords: rice (NOUN)',
      '  partners: a::train::2',
    ]);
  });

  it('that was dropped is out, with rule, value and limit', async () => {
    for (const wanted of ['a::train::9', 'a long story'])
      expect(describeExplanation(await explainRow(pairs, wanted))).toEqual([
        'a::train::9: A long story.',
        'out',
        '  read: too long (900, limit 300)',
      ]);
  });

  it('is one of several where a part fits more', async () => {
    const found = await explainRow(pairs, 'farmers in');
    expect(found).toMatchObject({ candidates: [{ id: 'a::train::1', in: true }, { id: 'a::train::2' }, { id: 'a::train::3', in: false }] });
    expect(describeExplanation(found).slice(0, 2)).toEqual([
      '3 fit; give one of these ids:',
      '  a::train::1 (line 1 of test.jsonl): Farmers in Japan grow rice.',
    ]);
  });
});

describe('a row', () => {
  it('is found by the ids of its two statements, in either order', async () => {
    for (const wanted of ['a::train::1|a::train::2', 'a::train::2|a::train::1'])
      expect(await explainRow(pairs, wanted)).toMatchObject({
        id: 'a::train::1|a::train::2',
        in: true,
        statements: [{ id: 'a::train::1' }, { id: 'a::train::2' }],
      });
  });

  it('that was dropped as a pair is out', async () => {
    expect(await explainRow(pairs, 'a::train::3|a::train::1')).toMatchObject({ in: false, ledger: [{ rule: 'between two communities' }] });
    expect(await explainRow(pairs, 'a::train::2|a::train::3')).toMatchObject({ in: false, ledger: [] });
  });

  it('without an id is found by its texts, and named by its line', async () => {
    const found = await explainRow(sets, 'the PIANO');
    expect(describeExplanation(found)).toEqual([
      'dev:1: What is heavy? The piano',
      'in: line 1 of dev.jsonl',
      '  theme: Moving house',
      '  question: What is heavy?',
      '  answer: The piano',
      '  built from mine.yaml',
    ]);
    expect(await explainRow(sets, 'dev:2')).toMatchObject({ row: { answer: 'The feather' } });
  });

  it('is not found by a text that all rows have', async () => {
    await expect(explainRow(sets, 'moving')).rejects.toThrow(
      'has no row or dropped row "moving" (give an id from the dataset, or the exact text)',
    );
  });

  it('has the id that its benchmark reads; one that is in two splits is asked about again', async () => {
    expect(await explainRow(sets, '1', { read: numbered })).toMatchObject({ splits: [{ split: 'dev', line: 2, id: '1' }] });
    expect(await explainRow(sets, '0', { read: numbered })).toMatchObject({ candidates: [{ id: 'dev:0' }, { id: 'test:0' }] });
    expect(await explainRow(sets, 'test:0', { read: numbered })).toMatchObject({ row: { question: 'What is light?' } });
  });

  it('is known from the ledger alone, by any step', async () => {
    expect(describeExplanation(await explainRow(sets, '7'))).toEqual(['7', 'out', '  my-filter: no agreement (0.5)']);
  });
});
