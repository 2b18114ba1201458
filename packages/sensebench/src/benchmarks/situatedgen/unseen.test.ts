import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepUnseen } from './build/keep-unseen.ts';
import { proveSplits } from './dataset/prove-splits.ts';
import { readItems } from './item.ts';
import type { SituatedGenExample } from './row.ts';
import { unseenTable } from './stats-tables.ts';
import { unseenBySplit } from './unseen.ts';

/** The sentences are their keywords: the ids tell examples with the same keywords apart. */
function example(id: string, first: string[], second: string[]): SituatedGenExample {
  const statements: [string, string] = [`${first.join(' ')} ${id}.`, `${second.join(' ')} ${id}.`];
  return {
    keywords: [...first, ...second],
    keywords_pos: [...first.map(() => 0 as const), ...second.map(() => 1 as const)],
    statement: statements.join(' '),
    ids: [`x::${id}::0`, `x::${id}::1`],
    statements,
  };
}

const train = [example('a', ['July', 'summer', 'China'], ['July', 'winter', 'Australia'])];
const newKeyword = example('b', ['July', 'summer', 'Peru'], ['July', 'winter', 'Australia']);
/** Case, number and order aside, all keywords are in train, but not together. */
const newCombination = example('c', ['summers', 'Australia'], ['winter', 'july', 'australia']);
const nothingNew = example('d', ['china', 'Summer', 'July'], ['Australia', 'winter', 'July']);

describe('what train does not have', () => {
  it('is counted: keywords as they are written and without inflection, combinations of a sentence, inputs', () => {
    const { dev } = unseenBySplit({ train, dev: [newKeyword, newCombination, nothingNew] });
    expect(dev).toEqual({
      keywords: { unique: 10, unseen: 6 },
      plainKeywords: { unique: 6, unseen: 1 },
      keywordPairs: { unique: 9, unseen: 3 },
      combinations: { unique: 4, unseen: 2 },
      inputs: { unique: 3, unseen: 2 },
      examples: { keywords: 1, combinations: 1, none: 1 },
    });
    expect(unseenTable({ train: {}, dev: { unseen: dev } }).rows).toMatchObject([{ split: 'dev', keywords: '6 of 10', none: 1 }]);
  });

  it('is nothing without a train split', () => {
    expect(unseenBySplit({ dev: [newKeyword] })).toEqual({});
  });

  it('is proven by the build: shared combinations are named, though no statement is shared', async () => {
    const proof = await proveSplits({ train, dev: [newCombination], test: [nothingNew] });
    expect(proof).toMatchObject({ holds: true, combinations: { holds: false }, keywords: { holds: false } });
    expect(proof.combinations.shared).toEqual([
      { splits: ['train', 'dev'], combinations: ['australia + july + winter'] },
      { splits: ['train', 'test'], combinations: ['australia + july + winter', 'china + july + summer'] },
      { splits: ['dev', 'test'], combinations: ['australia + july + winter'] },
    ]);
    expect((await proveSplits({ train, dev: [newKeyword] })).keywords.holds).toBe(true);
  });
});

describe('unseen keywords', () => {
  it('keywords keeps examples with a keyword that train lacks', async () => {
    const { splits, dropped } = keepUnseen({ train, dev: [newKeyword, newCombination], test: [nothingNew] }, 'keywords');
    expect(splits).toEqual({ train, dev: [newKeyword], test: [] });
    expect(dropped.map(({ step, rule, ids }) => [step, rule, ids[0]])).toEqual([
      ['unseen', 'train has all its keywords', 'x::c::0'],
      ['unseen', 'train has all its keywords', 'x::d::0'],
    ]);
    expect((await proveSplits(splits)).keywords.holds).toBe(true);
  });

  it('combinations keeps examples of which no earlier split has a sentence’s keywords, so that the claim holds', async () => {
    const fresh = example('e', ['July', 'Peru'], ['June', 'Chile']);
    const again = example('f', ['Peru', 'July'], ['May', 'Kenya']);
    const { splits, dropped } = keepUnseen({ train, dev: [newKeyword, fresh], test: [again, newCombination] }, 'combinations');
    expect(splits).toEqual({ train, dev: [fresh], test: [] });
    expect(dropped.map(({ rule, value }) => [rule, value])).toEqual([
      ['train has the keywords of a sentence of it', 'australia + july + winter'],
      ['dev has the keywords of a sentence of it', 'july + peru'],
      ['train has the keywords of a sentence of it', 'australia + july + winter'],
    ]);
    expect((await proveSplits(splits)).combinations.holds).toBe(true);
  });
});

describe('items', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, rows: readonly object[]) =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const groups = async (name: string) => {
    const found: (string | undefined)[] = [];
    for await (const { meta } of readItems(join(folder, name))) found.push(meta.unseen);
    return found;
  };

  it('know it from train.jsonl beside their file, and do without a train.jsonl of another benchmark', async () => {
    write('dev.jsonl', [newKeyword, newCombination, nothingNew]);
    expect(await groups('dev.jsonl')).toEqual([undefined, undefined, undefined]);
    write('train.jsonl', train);
    expect(await groups('dev.jsonl')).toEqual(['keywords', 'combinations', 'none']);
    expect(await groups('train.jsonl')).toEqual([undefined]);
    write('train.jsonl', [{ concept_set: 'dog#run' }]);
    expect(await groups('dev.jsonl')).toEqual([undefined, undefined, undefined]);
  });
});
