import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itemFinder, type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';

const task = { name: 'x/filter', value: z.object({ good: z.enum(['yes', 'no']), count: z.number().optional() }) };
const items = [{ id: 'a', also: ['A'] }, { id: 'b' }];
const now = new Date('2026-01-10T00:00:00Z');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-decisions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const line = (given: object) => `${JSON.stringify({ item: 'a', annotator: 'Ann', task: 'x/filter', value: { good: 'yes' }, ...given })}\n`;

async function read(paths: string[], options: ReadDecisionsOptions = {}) {
  const warnings: string[] = [];
  const found = await readDecisions(paths, task, { items, now, warn: (text) => warnings.push(text), ...options });
  const brief = found.current.map(({ item, annotator, value }) => [item, annotator, value.good].join(' '));
  return { ...found, brief, warnings };
}

describe('a file of decisions', () => {
  it('is JSON Lines, gzipped or not, with the names of today or of before', async () => {
    const text = line({}) + line({ item: 'b', value: { good: 'no' } });
    const plain = await read([await file('plain.jsonl', text)]);
    expect(plain).toMatchObject({ brief: ['a Ann yes', 'b Ann no'], replaced: 0, elsewhere: [], otherTasks: {}, warnings: [] });
    expect((await read([await file('packed.jsonl.gz', gzipSync(text))])).brief).toEqual(plain.brief);
  });

  it('is CSV with a column for each field; cells that must be numbers are read as such', async () => {
    const path = await file('table.csv', 'item,annotator,at,good,count\na,Ann,2026-01-01T00:00:00Z,yes,3\nb,Bob,,no,\n');
    const { current } = await read([path]);
    expect(current.map(({ item, value, at }) => ({ item, value, at }))).toEqual([
      { item: 'a', value: { good: 'yes', count: 3 }, at: '2026-01-01T00:00:00Z' },
      { item: 'b', value: { good: 'no' }, at: undefined },
    ]);
  });

  it('has a value of its own where the only column is called value', async () => {
    const path = await file('plain.csv', 'item,annotator,value\na,Ann,yes\n');
    const { current } = await readDecisions([path], { name: 'x/review', value: z.enum(['yes', 'no']) });
    expect(current[0].value).toBe('yes');
  });

  it('may be one of several: later files come after earlier ones', async () => {
    const [one, two] = [await file('1.jsonl', line({})), await file('2.jsonl', line({ value: { good: 'no' } }))];
    expect(await read([one, two])).toMatchObject({ brief: ['a Ann no'], replaced: 1 });
    expect((await read([two, one])).brief).toEqual(['a Ann yes']);
  });

  it('names items by id or another name, and two names of one item are one item', async () => {
    expect((await read([await file('also.jsonl', line({}) + line({ item: 'A', value: { good: 'no' } }))])).brief).toEqual(['a Ann no']);
  });

  it('may be in a layout of the task’s own', async () => {
    const own = {
      ...task,
      async *read(path: string) {
        yield { task: 'x/filter', item: 'b', annotator: path, value: { good: 'no' }, place: {} };
      },
    };
    const { current } = await readDecisions(['anything'], own, { items });
    expect(current).toMatchObject([{ item: 'b', annotator: 'anything', value: { good: 'no' } }]);
  });
});

describe('what does not belong', () => {
  it('is counted and said, with one example, where some items are unknown', async () => {
    const path = await file('some.jsonl', line({}) + line({ item: 'gone' }) + line({ item: 'gone too' }));
    const { brief, elsewhere, warnings } = await read([path]);
    expect(brief).toEqual(['a Ann yes']);
    expect(elsewhere.map(({ item }) => item)).toEqual(['gone', 'gone too']);
    expect(warnings).toEqual(['2 of 3 decisions are on items outside this dataset, like "gone"']);
  });

  it('is refused where no item is known', async () => {
    await expect(read([await file('none.jsonl', line({ item: 'gone' }))])).rejects.toThrow(
      /none\.jsonl:1: no decision is on an item of this dataset; the first is on "gone"/,
    );
  });

  it('is passed over and counted where it is of another task; a name that no task has is said', async () => {
    const path = await file('mixed.jsonl', line({}) + line({ task: 'x/write', value: 'text' }) + line({ task: 'x/wrote', value: 'text' }));
    const { brief, otherTasks, warnings } = await read([path], { tasks: [task, { name: 'x/write' }] });
    expect({ brief, otherTasks }).toEqual({ brief: ['a Ann yes'], otherTasks: { 'x/write': 1, 'x/wrote': 1 } });
    expect(warnings).toEqual(['1 decisions are of the unknown task "x/wrote"; known tasks are x/filter, x/write']);
  });

  it('is said once where it was made on another version of the dataset', async () => {
    const path = await file(
      'hash.jsonl',
      line({ dataset: 'old' }) + line({ item: 'b', dataset: 'old' }) + line({ annotator: 'B', dataset: 'new' }),
    );
    expect((await read([path], { datasets: ['new'] })).warnings).toEqual(['2 decisions were made on another version of the dataset']);
    expect((await read([path])).warnings).toEqual([]);
  });
});

describe('a wrong line is refused in one line', () => {
  it.each([
    ['a time in the future', { at: '2026-01-11T00:00:01Z' }, /wrong\.jsonl:1, field "at": 2026-01-11T00:00:01Z is in the future/],
    ['no time', { at: 'yesterday' }, /wrong\.jsonl:1, field "at": "yesterday" is not a time/],
    ['another value', { value: { good: 'maybe' } }, /wrong\.jsonl:1, field "value\.good"/],
    ['no value', { value: undefined }, /wrong\.jsonl:1, field "value": has no value/],
    ['no annotator', { annotator: '' }, /wrong\.jsonl:1, field "annotator"/],
  ])('%s', async (_what, given, message) => {
    await expect(read([await file('wrong.jsonl', line(given))])).rejects.toThrow(message);
  });

  it('but clocks may differ by a day', async () => {
    expect((await read([await file('ahead.jsonl', line({ at: '2026-01-10T23:59:00Z' }))])).brief).toEqual(['a Ann yes']);
  });

  it('CSV without an item', async () => {
    await expect(read([await file('wrong.csv', 'annotator,good\nAnn,yes\n')])).rejects.toThrow(/wrong\.csv:2: names no item or annotator/);
  });
});

describe('the item that a name stands for', () => {
  const find = itemFinder([{ id: 'apple#pick', also: ['pick#apple'] }, { id: 'apple#pick@2', also: ['pick#apple@2'] }, { id: '7' }]);

  it('is found by its id or another of its names, exactly', () => {
    expect(['apple#pick', 'pick#apple', 'pick#apple@2', '7'].map(find)).toEqual(['apple#pick', 'apple#pick', 'apple#pick@2', '7']);
    expect(['Apple#pick', 'apple#pick ', '07', ''].map(find)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is the one with that id, even if another has it as a further name', () => {
    expect(itemFinder([{ id: 'a', also: ['b'] }, { id: 'b' }])('b')).toBe('b');
  });

  it('is never one of two with the same id', () => {
    expect(() => itemFinder([{ id: 'a' }, { id: 'a' }])).toThrow('two items have the id "a"');
  });
});
