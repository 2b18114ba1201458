import { describe, expect, it } from 'vitest';
import { countContexts, countSentences } from './context-counts.ts';
import { datasetFigures } from './dataset-figures.ts';
import { FIRST_VERSION, PUBLISHED_FACTS, PUBLISHED_STATISTICS, VERSION_2023 } from './published.ts';
import { contextTable, sourceTable, splitTable } from './stats-tables.ts';

const figures = datasetFigures(
  [
    {
      keywords: ['July', 'summer', 'winter', 'Australia'],
      statement: 'July is summer. July is winter in Australia.',
      ids: ['creak::train::1', 'creak::train::2'],
      keywords_ids: [0, 0, 1, 1],
      statements: ['July is summer.', 'July is winter in Australia.'],
    },
  ],
  new Map(),
);

describe('Table 2', () => {
  it('is whole: the paper’s rows follow ours, with the splits that we lack, and both versions where they differ', () => {
    const { rows } = splitTable({ test: figures }, figures);
    expect(rows.map(({ split, version, examples }) => [split, version, examples])).toEqual([
      ['test', 'this data', 1],
      ['test', 'Zhang and Wan 2023', 1220],
      ['test', 'Zhang and Wan 2023, first version', 2012],
      ['train', 'Zhang and Wan 2023, both versions', 5641],
      ['dev', 'Zhang and Wan 2023, both versions', 1407],
      ['all', 'this data', 1],
      ['all', 'Zhang and Wan 2023', 8268],
      ['all', 'Zhang and Wan 2023, first version', 9060],
    ]);
    expect(rows.at(-2)).toMatchObject({ keywordsPerExample: 7.21, keywordSkewness: -0.25 });
    expect(rows.at(-1)).toMatchObject({ keywordsPerExample: 7.19, keywordSkewness: -0.24 });
  });

  it('has published totals that are the sums of the published splits, and a share removed that only the first version has', () => {
    const size = (version: string, split: string) =>
      PUBLISHED_STATISTICS.find((row) => row.version === version && row.split === split)!.examples;
    for (const version of [VERSION_2023, FIRST_VERSION])
      expect(size(version, 'train') + size(version, 'dev') + size(version, 'test')).toBe(size(version, 'all'));
    const { pairs, testBeforeFilter, testShareRemoved } = PUBLISHED_FACTS;
    expect(pairs.mined - pairs.cut).toBe(pairs.left);
    expect(pairs.left - size(VERSION_2023, 'train') - size(VERSION_2023, 'dev')).toBe(testBeforeFilter);
    const removed = (version: string) => 1 - size(version, 'test') / testBeforeFilter;
    expect(removed(FIRST_VERSION)).toBeCloseTo(testShareRemoved, 3);
    expect(removed(VERSION_2023)).toBeCloseTo(0.476, 3);
  });
});

describe('the other tables', () => {
  it('leave a share out where no context is known', () => {
    expect(contextTable({ mine: figures }, figures).rows.slice(0, 2)).toEqual([
      { split: 'mine', GEO: null, TEMP: null, BOTH: null, unknown: 1, breaking: '0 of 0' },
      { split: 'all', GEO: null, TEMP: null, BOTH: null, unknown: 1, breaking: '0 of 0' },
    ]);
  });

  it('put the figures of Table 1 in brackets, with total and shares, and only our sources where none is the paper’s', () => {
    const entity = { text: 'Australia', type: 'GPE' as const, start: 18, end: 27 };
    const [mine, creak] = ['mine::train::1', 'creak::train::2'].map((id) => ({ id, entities: [entity] }));
    const table = (...statements: { id: string; entities: (typeof entity)[] }[]) =>
      sourceTable(countContexts(statements, countSentences(statements))).rows;
    expect(table(mine, creak)).toMatchObject([
      { source: 'creak', sentences: '– (5,779)', GEO: '1 (868)' },
      { source: 'strategyqa', GEO: '– (501)' },
      { source: 'commonsenseqa' },
      { source: 'arc' },
      { source: 'openbookqa' },
      { source: 'mine', GEO: '1' },
      { source: 'Total', sentences: '– (35,997)', GEO: '2 (2,052)', TEMP: '0 (1,678)', BOTH: '0 (308)', valid: '2 (4,038)' },
      { GEO: '– (6.6)', TEMP: '– (5.5)', valid: '– (11.2)' },
    ]);
    // A statement without a context shows that the file has all sentences.
    expect(table(mine, { id: 'mine::train::2', entities: [] })).toMatchObject([
      { source: 'mine', sentences: '2', valid: '1' },
      { source: 'Total', sentences: '2' },
      { GEO: '50.0', TEMP: '0.0', valid: '50.0' },
    ]);
  });
});
