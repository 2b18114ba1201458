import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSourceSpec } from './index.ts';
import { readSources } from './read-sources.ts';
import { formatNers, parseNers } from './read-statements.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, file: string, content: string) {
  const path = join(folder, file);
  await writeFile(path, content);
  const { reader } = parseSourceSpec(`${name}=${path}`);
  return readSources([{ reader, path }]);
}

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('source readers', () => {
  it('keep the true claims of CREAK under the number of their line', async () => {
    const { rows, dropped, sentences } = await read(
      'creak',
      'train.jsonl',
      lines({ sentence: 'Whales fly.', label: 'false' }, { sentence: 'Paris lies in France.', label: 'true' }, { sentence: 'Who knows?' }),
    );
    expect(rows).toEqual([
      {
        id: 'creak::train::1',
        source: 'creak',
        split: 'train',
        kind: 'claim',
        text: 'Paris lies in France.',
        answer: true,
        licence: 'MIT',
      },
    ]);
    expect(dropped.map(({ rule }) => rule)).toEqual(['false claim', 'claim without label']);
    expect(sentences).toEqual({ creak: 1 });
  });

  it.each([
    ['a list', JSON.stringify([{ question: 'Is ice cold?', answer: true }, { question: 'Is it?' }])],
    ['lines', lines({ question: 'Is ice cold?', answer: true }, { question: 'Is it?', answer: null })],
  ])('read StrategyQA as %s and send questions without answer to the ledger', async (_, content) => {
    const { rows, dropped } = await read('strategyqa', 'dev.json', content);
    expect(rows).toMatchObject([{ id: 'strategyqa::dev::0', kind: 'yes-no', question: 'Is ice cold?', answer: true }]);
    expect(dropped).toMatchObject([{ step: 'read', rule: 'question without answer', ids: ['strategyqa::dev::1'] }]);
  });

  it('read both layouts of multiple-choice questions alike', async () => {
    const official = {
      id: 'x',
      question: {
        stem: 'Where?',
        choices: [
          { label: 'A', text: 'here' },
          { label: 'B', text: 'there' },
        ],
      },
      answerKey: 'B',
    };
    const flat = { id: 'x', question: 'Where?', choices: { label: ['A', 'B'], text: ['here', 'there'] }, answerKey: 'B' };
    const first = await read('arc', 'ARC-Easy-Train.jsonl', lines(official));
    const second = await read('arc', 'ARC-Easy-Train.jsonl', lines(flat));
    expect(first.rows).toEqual(second.rows);
    expect(first.rows).toMatchObject([{ id: 'arc::Easy-train::0', answer: 'there', choices: ['here', 'there'] }]);
  });

  it('send a question whose key is none of the choices to the ledger', async () => {
    const { dropped } = await read(
      'commonsenseqa',
      'dev.jsonl',
      lines({ question: { stem: 'Where?', choices: [{ label: 'A', text: 'here' }] }, answerKey: 'E' }),
    );
    expect(dropped).toMatchObject([{ rule: 'answer is none of the choices' }]);
  });

  it('strip the quotes of OpenbookQA and count its blank line', async () => {
    const { rows, dropped, sentences } = await read('openbookqa', 'openbook.txt', '"A bee pollinates"\n\nA  bird flies\n');
    expect(rows.map(({ text }) => text)).toEqual(['A bee pollinates', 'A bird flies']);
    expect(dropped).toMatchObject([{ rule: 'empty line', ids: ['openbookqa::openbook::1'] }]);
    expect(sentences).toEqual({ openbookqa: 3 });
  });

  it('read statements from text, CSV and the released layout', async () => {
    expect((await read('statements', 'mine.txt', 'One.\nTwo.\n')).rows.map(({ id }) => id)).toEqual([
      'statements::mine::0',
      'statements::mine::1',
    ]);
    expect((await read('statements', 'mine.csv', 'id,sentence\n7,"One, two."\n')).rows).toMatchObject([
      { id: 'statements::mine::7', text: 'One, two.' },
    ]);
    const { rows } = await read(
      'statements',
      'released.jsonl',
      lines({ id: 'creak::dev::4', statement: 'May comes after April.', NERs: 'May:DATE, April:DATE' }),
    );
    expect(rows).toMatchObject([{ id: 'creak::dev::4', source: 'creak', split: 'dev', entities: [{ start: 0 }, { start: 16 }] }]);
  });

  it('read the styles of the starter corpus', async () => {
    const choices = [{ label: 'A', text: 'Kenya' }];
    const { rows, dropped } = await read(
      'starter',
      'starter.jsonl',
      lines(
        { id: 'starter::train::1', style: 'claim', claim: 'Ice is cold.', label: true },
        { id: 'starter::train::2', style: 'claim', claim: 'Ice is hot.', label: false },
        { id: 'starter::train::3', style: 'yes-no', question: 'Is ice cold?', answer: true },
        { id: 'starter::train::4', style: 'choice-science', question: 'Where?', choices, answerKey: 'A' },
        { id: 'starter::train::5', style: 'fact', text: 'Ice floats.' },
        { id: 'tables::train::6', statement: 'Oslo is a city.', table: 't', row: 'NO', licence: 'MIT', template: 'city-1' },
      ),
    );
    expect(rows.map(({ kind, text, answer, licence }) => [kind, text, answer, licence])).toEqual([
      ['claim', 'Ice is cold.', true, 'CC0-1.0'],
      ['yes-no', undefined, true, 'CC0-1.0'],
      ['choice', undefined, 'Kenya', 'CC0-1.0'],
      ['fact', 'Ice floats.', undefined, 'CC0-1.0'],
      ['statement', 'Oslo is a city.', undefined, 'MIT'],
    ]);
    expect(dropped).toMatchObject([{ rule: 'false claim', ids: ['starter::train::2'] }]);
    expect(parseSourceSpec('starter').path).toMatch(/corpus$/);
  });

  it('name file and line of a row without statement, and an unknown source', async () => {
    await expect(read('statements', 'bad.jsonl', lines({ statement: 'One.' }, { body: 'Two.' }))).rejects.toThrow(/bad\.jsonl:2/);
    expect(() => parseSourceSpec('wiki=x')).toThrow(/unknown source "wiki".*creak/);
  });

  it('leave out a statement of 10,000 characters and an id given twice', async () => {
    const { dropped } = await read(
      'statements',
      'long.jsonl',
      lines({ id: 'a::b::1', text: 'x'.repeat(10_000) }, { id: 'a::b::2', text: 'One.' }, { id: 'a::b::2', text: 'Two.' }),
    );
    expect(dropped).toMatchObject([
      { rule: 'too long', value: 10_000, limit: 1000 },
      { rule: 'id given twice', ids: ['a::b::2'] },
    ]);
  });
});

describe('the released notation of entities', () => {
  it('survives commas and colons inside a name, and repeated names', () => {
    const text = 'It opened in New York, New York on May 20, 2008 at 10:30.';
    const ners = 'New York:GPE, New York:GPE, May 20, 2008:DATE, 10:30:TIME';
    const entities = parseNers(ners, text);
    expect(entities.map(({ start }) => start)).toEqual([13, 23, 35, 51]);
    expect(entities.every((entity) => text.slice(entity.start, entity.end) === entity.text)).toBe(true);
    expect(formatNers(entities)).toBe(ners);
  });
});
