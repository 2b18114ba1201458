/** Tables 1 and 2 of SituatedGen and its context types, with the published figures beside ours. */
import type { Column, Table, Value } from '../../core/index.ts';
import { fixed, percent } from '../../report/index.ts';
import { type countContexts, PUBLISHED_CONTEXT_COUNTS } from './context-counts.ts';
import type { DatasetFigures } from './dataset-figures.ts';
import { PUBLISHED_STATISTICS } from './published.ts';

export function splitTable(splits: Readonly<Record<string, DatasetFigures>>): Table {
  const published = PUBLISHED_STATISTICS.filter(({ split }) => split in splits);
  const columns: Column[] = [
    { key: 'statistic', label: 'Statistics' },
    ...Object.keys(splits).map((name) => ({ key: name, label: name, align: 'right' as const })),
    ...published.map(({ version, split }) => ({ key: `${version} ${split}`, label: `${split} (${version})`, align: 'right' as const })),
  ];
  const row = (statistic: string, key: keyof DatasetFigures & string, format: (value: Value) => string) => ({
    statistic,
    ...Object.fromEntries(Object.entries(splits).map(([name, figures]) => [name, shown(figures[key] as Value, format)])),
    ...Object.fromEntries(
      published.map((figures: Readonly<Record<string, Value>>) => [`${figures.version} ${figures.split}`, shown(figures[key], format)]),
    ),
  });
  return {
    caption: 'Table 2',
    columns,
    rows: [
      row('Size (sentence pairs)', 'examples', String),
      row('Unique sentences', 'uniqueSentences', String),
      row('  per sentence pair', 'uniqueSentencesPerExample', fixed(2)),
      row('Unique keywords', 'uniqueKeywords', String),
      row('Average input keywords', 'keywordsPerExample', fixed(2)),
      row('Average output tokens', 'tokensPerExample', fixed(2)),
      row('Skewness of keywords', 'keywordSkewness', fixed(2)),
    ],
  };
}

export function contextTable(splits: Readonly<Record<string, DatasetFigures>>): Table {
  const share = percent(1);
  return {
    caption: 'Context types, in % of the pairs whose context is known; pairs that break section 3.1',
    columns: ['split', 'GEO', 'TEMP', 'BOTH', 'unknown', 'breaking'].map((key) => ({
      key,
      label: key,
      ...(key === 'split' ? {} : { align: 'right' as const }),
    })),
    rows: Object.entries(splits).map(([split, { contexts, contextCounts, definition }]) => ({
      split,
      GEO: shown(contexts.GEO, share),
      TEMP: shown(contexts.TEMP, share),
      BOTH: shown(contexts.BOTH, share),
      unknown: contextCounts.unknown,
      breaking: `${definition.breaking} of ${definition.checked}`,
    })),
  };
}

export function sourceTable(contexts: ReturnType<typeof countContexts>): Table {
  return {
    caption: 'Table 1, with the paper’s figures in brackets',
    columns: [
      { key: 'source', label: 'Source' },
      ...(['sentences', 'GEO', 'TEMP', 'BOTH', 'valid'] as const).map((key) => ({ key, label: key, align: 'right' as const })),
    ],
    rows: Object.entries(contexts).map(([source, counts]) => {
      const paper = PUBLISHED_CONTEXT_COUNTS[source];
      const cell = (key: 'sentences' | 'GEO' | 'TEMP' | 'BOTH' | 'valid') => `${counts[key] ?? '–'}${paper ? ` (${paper[key]})` : ''}`;
      return { source, sentences: cell('sentences'), GEO: cell('GEO'), TEMP: cell('TEMP'), BOTH: cell('BOTH'), valid: cell('valid') };
    }),
  };
}

function shown(value: Value, format: (value: Value) => string): string | null {
  return value === null || value === undefined ? null : format(value);
}
