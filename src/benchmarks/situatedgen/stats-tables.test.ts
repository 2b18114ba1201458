import { describe, expect, it } from 'vitest';
import { countContexts } from './context-counts.ts';
import { datasetFigures } from './dataset-figures.ts';
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
  it('has the published figures beside a split of that name, and none for a figure that is not published', () => {
    const { columns, rows } = splitTable({ test: figures });
    expect(columns.map(({ key }) => key)).toEqual([
      'statistic',
      'test',
      'Zhang and Wan 2023 test',
      'Zhang and Wan 2023, first version test',
    ]);
    expect(rows[0]).toMatchObject({ test: '1', 'Zhang and Wan 2023 test': '1220', 'Zhang and Wan 2023, first version test': '2012' });
    expect(rows.at(-1)).toMatchObject({ statistic: 'Skewness of keywords', 'Zhang and Wan 2023 test': null });
  });

  it('has only our figures for a split of another name', () => {
    expect(splitTable({ mine: figures }).columns.map(({ key }) => key)).toEqual(['statistic', 'mine']);
  });
});

describe('the other tables', () => {
  it('leave a share out where no context is known', () => {
    expect(contextTable({ mine: figures }).rows).toEqual([
      { split: 'mine', GEO: null, TEMP: null, BOTH: null, unknown: 1, breaking: '0 of 0' },
    ]);
  });

  it('put the figures of Table 1 in brackets, for the sources of the paper', () => {
    const entity = { text: 'Australia', type: 'GPE' as const, start: 18, end: 27 };
    const { rows } = sourceTable(
      countContexts([
        { id: 'mine::train::1', entities: [entity] },
        { id: 'creak::train::2', entities: [entity] },
      ]),
    );
    expect(rows.find(({ source }) => source === 'mine')?.GEO).toBe('1');
    expect(rows.find(({ source }) => source !== 'mine')?.GEO).toMatch(/^1 \(\d+\)$/);
  });
});
