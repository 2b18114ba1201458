import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJsonl } from '../../files/index.ts';
import type { DatasetContent } from './dataset-content.ts';
import { describeDiff } from './describe-diff.ts';
import { diffDatasets } from './diff-datasets.ts';
import { writeDataset } from './write-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Given {
  name: string;
  benchmark?: string;
  rows: { train?: object[]; test?: object[] };
  ledger?: LedgerRow[];
  statements?: string[];
  config?: Record<string, unknown>;
  sources?: DatasetContent['sources'];
  datasheet?: DatasetContent['datasheet'];
}

async function version({ name, benchmark = 'b', rows, ledger = [], statements, config = {}, sources = [], datasheet }: Given) {
  const out = join(folder, name);
  await writeDataset(out, {
    benchmark: { name: benchmark },
    name,
    summary: 'S',
    citation: 'C',
    collection: 'D',
    limits: 'L',
    row: z.looseObject({}),
    splits: { train: rows.train ?? [], test: rows.test ?? [] },
    ledger,
    stats: {},
    sources,
    people: [],
    extras: statements
      ? [
          {
            path: 'statements.jsonl',
            description: '',
            write: (file) =>
              writeJsonl(
                file,
                statements.map((id) => ({ id, text: id })),
              ),
          },
        ]
      : [],
    config,
    seed: 1,
    versions: {},
    datasheet,
  });
  return out;
}

const pair = (first: string, second: string, more = {}) => ({ ids: [first, second], statement: `${first} and ${second}.`, ...more });

describe('the difference of two versions', () => {
  it('names rows added, removed and changed, and the rule by which the ledger explains each', async () => {
    const older = await version({
      name: 'old',
      rows: {
        train: [pair('a', 'b', { similarity: 0.8 }), pair('c', 'd'), pair('e', 'f'), pair('g', 'h'), pair('i', 'j')],
        test: [pair('k', 'l')],
      },
      ledger: [{ step: 'keywords', rule: 'too few keywords', ids: ['z'] }],
      statements: [...'abcdefghijkl'],
      config: { threshold: 0.8, seed: 1 },
      sources: [
        { name: 'one.txt', sha256: '1' },
        { name: 'two.txt', sha256: '2' },
      ],
      datasheet: { version: '1.0.0', errata: [], answers: {} },
    });
    const newer = await version({
      name: 'new',
      rows: { train: [pair('b', 'a', { statement: 'a and b.', similarity: 0.9 }), pair('k', 'l')], test: [pair('y', 'z')] },
      ledger: [
        { step: 'filter', rule: 'antithesis', ids: ['c', 'd'] },
        { step: 'split', rule: 'between two communities', ids: ['e', 'a'] },
        { step: 'context', rule: 'no entity', ids: ['e'] },
      ],
      statements: [...'abcdghiklyz'],
      config: { threshold: 0.85, seed: 1 },
      sources: [
        { name: 'two.txt', sha256: '3' },
        { name: 'new.txt', sha256: '4' },
      ],
      datasheet: { version: '1.1.0', errata: [], answers: {} },
    });
    const diff = await diffDatasets(older, newer);
    expect(diff).toMatchObject({
      old: { version: '1.0.0', rows: 6 },
      new: { version: '1.1.0', rows: 3 },
      options: { threshold: { old: 0.8, new: 0.85 } },
      sources: { added: ['new.txt'], removed: ['one.txt'], changed: ['two.txt'] },
      splits: { train: { old: 5, new: 2, added: 0, removed: 4, changed: 2 }, test: { old: 1, new: 1, added: 1, removed: 0, changed: 0 } },
      same: 0,
    });
    expect(diff.removed.map(({ id, rule }) => [id, rule])).toEqual([
      ['c|d', 'filter: antithesis'],
      ['e|f', 'context: no entity'],
      ['g|h', 'both statements exist, but are not a pair'],
      ['i|j', 'a statement is not in the sources'],
    ]);
    expect(diff.added).toMatchObject([{ id: 'y|z', split: 'test', line: 1, rule: 'keywords: too few keywords', dropped: ['z'] }]);
    expect(diff.changed).toMatchObject([
      { id: 'a|b', fields: { similarity: { old: 0.8, new: 0.9 }, ids: { old: ['a', 'b'], new: ['b', 'a'] } } },
      { id: 'k|l', fields: { split: { old: 'test', new: 'train' } } },
    ]);
    const text = describeDiff(diff, { most: 2 });
    expect(text).toContain('1 rows added, 4 removed, 2 changed, 0 the same');
    expect(text).toContain('threshold: 0.8 → 0.85');
    expect(text).toContain('formerly keywords: too few keywords');
    expect(text).toContain('and 2 more');
  });

  it('knows rows without an id by their first text, and two with one text apart', async () => {
    const row = (set: string, scene: string) => ({ concept_set: set, scene: [scene] });
    const older = await version({ name: 'sets-1', rows: { train: [row('a#b', 'x'), row('a#b', 'y'), row('c#d', 'z')] } });
    const newer = await version({
      name: 'sets-2',
      rows: { train: [row('c#d', 'z'), row('a#b', 'x'), row('a#b', 'w')] },
    });
    expect(await diffDatasets(older, newer)).toMatchObject({
      same: 2,
      added: [],
      removed: [],
      changed: [{ id: 'a#b (2)', fields: { scene: { old: ['y'], new: ['w'] } } }],
    });
  });

  it('finds nothing between a version and itself', async () => {
    const only = await version({ name: 'only', rows: { train: [{ id: 'r1', text: 't' }] } });
    expect(await diffDatasets(only, only)).toMatchObject({ same: 1, added: [], removed: [], changed: [], options: {} });
  });

  it('refuses versions of different benchmarks, and folders that are not datasets', async () => {
    const one = await version({ name: 'one', benchmark: 'commons', rows: {} });
    const other = await version({ name: 'other', benchmark: 'situated', rows: {} });
    await expect(diffDatasets(one, other)).rejects.toThrow(/other: is a dataset of situated, and .*one one of commons/);
    await expect(diffDatasets(folder, one)).rejects.toThrow('dataset folder');
  });
});
