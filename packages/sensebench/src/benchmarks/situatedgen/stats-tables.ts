/** Tables 1 and 2 of SituatedGen, its context types and what is unseen in train, beside the published numbers. */
import type { Table, Value } from '@sensebench/metrics/internal/core';
import { fixed, percent } from '../../report/index.ts';
import { type ContextCounts, contextTotals, PUBLISHED_CONTEXT_COUNTS } from './context-counts.ts';
import type { DatasetFigures } from './dataset-figures.ts';
import { FIRST_VERSION, PUBLISHED_FACTS, PUBLISHED_STATISTICS, type PublishedStatistics, VERSION_2023 } from './published.ts';
import type { UnseenFigures } from './unseen.ts';

const OURS = 'this data';
const BOTH_VERSIONS = `${VERSION_2023}, both versions`;

type Basic = Partial<Omit<PublishedStatistics, 'version' | 'split'>> | Pick<DatasetFigures, 'examples' | 'keywordSkewness'>;

/** All of Table 2: a row for each split and for all together, each followed by the paper's rows, including splits that this data lacks. */
export function splitTable(splits: Readonly<Record<string, DatasetFigures>>, all: Basic): Table {
  const names = [...new Set([...Object.keys(splits), 'train', 'dev', 'test', 'all'])];
  const row = (split: string, version: string, figures: Basic) => ({ split, version, ...figures }) as Readonly<Record<string, Value>>;
  const right = { align: 'right' as const };
  return {
    caption: 'Table 2',
    columns: [
      { key: 'split', label: 'split' },
      { key: 'version', label: 'figures of' },
      { key: 'examples', label: 'pairs', ...right },
      { key: 'uniqueSentences', label: 'unique sentences', ...right },
      { key: 'uniqueSentencesPerExample', label: 'per pair', format: fixed(2), ...right },
      { key: 'uniqueKeywords', label: 'unique keywords', ...right },
      { key: 'keywordsPerExample', label: 'input keywords', format: fixed(2), ...right },
      { key: 'tokensPerExample', label: 'output tokens', format: fixed(2), ...right },
      { key: 'keywordSkewness', label: 'skewness of keywords', format: fixed(2), ...right },
    ],
    rows: names.flatMap((split) => {
      const own = split === 'all' ? all : splits[split];
      return [...(own ? [row(split, OURS, own)] : []), ...publishedRows(split).map((each) => row(split, each.version, each))];
    }),
    muted: ({ version }) => version !== OURS,
  };
}

/** A single row where the two versions agree. */
function publishedRows(split: string): PublishedStatistics[] {
  const rows = PUBLISHED_STATISTICS.filter((row) => row.split === split);
  const said = new Set(rows.map(({ version: _version, ...figures }) => JSON.stringify(figures)));
  return rows.length > 1 && said.size === 1 ? [{ ...rows[0], version: BOTH_VERSIONS }] : rows;
}

export function contextTable(
  splits: Readonly<Record<string, DatasetFigures>>,
  all: Pick<DatasetFigures, 'contexts' | 'contextCounts' | 'definition'>,
): Table {
  const share = percent(1);
  return {
    caption: 'Context types, in % of the pairs whose context is known; pairs that break section 3.1',
    columns: ['split', 'GEO', 'TEMP', 'BOTH', 'unknown', 'breaking'].map((key) => ({
      key,
      label: key,
      ...(key === 'split' ? {} : { align: 'right' as const }),
    })),
    rows: [
      ...Object.entries({ ...splits, all }).map(([split, { contexts, contextCounts, definition }]) => ({
        split,
        GEO: shown(contexts.GEO, share),
        TEMP: shown(contexts.TEMP, share),
        BOTH: shown(contexts.BOTH, share),
        unknown: contextCounts.unknown,
        breaking: `${definition.breaking} of ${definition.checked}`,
      })),
      {
        split: `all (${BOTH_VERSIONS})`,
        ...Object.fromEntries(Object.entries(PUBLISHED_FACTS.contexts).map(([context, value]) => [context, percent(0)(value)])),
        unknown: null,
        breaking: null,
      },
    ],
  };
}

/** Table 1 with its total and the shares of section 4.2. `sentences` includes sources without contexts. */
export function sourceTable(contexts: Readonly<Record<string, ContextCounts>>, sentences: Readonly<Record<string, number>> = {}): Table {
  const keys = ['sentences', 'GEO', 'TEMP', 'BOTH', 'valid'] as const;
  const ours = [...new Set([...Object.keys(contexts), ...Object.keys(sentences)])];
  const published = Object.keys(PUBLISHED_CONTEXT_COUNTS);
  const whole = ours.length === 0 || ours.some((source) => published.includes(source));
  const row = (source: string, own: Partial<ContextCounts> | undefined, paper: ContextCounts | undefined) => ({
    source,
    ...Object.fromEntries(keys.map((key) => [key, `${shown(own?.[key], thousands) ?? '–'}${paper ? ` (${thousands(paper[key])})` : ''}`])),
  });
  const lacking = ours.some((source) => !(source in contexts));
  // The sentences of sources without contexts are not part of a share.
  const total = { ...contextTotals(contexts), ...(lacking ? { shares: null } : {}) };
  const all = lacking
    ? { ...total, sentences: sumOf(ours.map((source) => contexts[source]?.sentences ?? sentences[source] ?? null)) }
    : total;
  const paper = contextTotals(PUBLISHED_CONTEXT_COUNTS);
  const share = (of: typeof total, key: 'GEO' | 'TEMP' | 'valid') => shown(of.shares?.[key], percent(1)) ?? '–';
  return {
    caption: 'Table 1, with the figures of both versions of the paper in brackets',
    columns: [
      { key: 'source', label: 'Source' },
      ...keys.map((key) => ({ key, label: key === 'valid' ? 'with a context' : key, align: 'right' as const })),
    ],
    rows: [
      ...[...new Set([...(whole ? published : []), ...ours])].map((source) =>
        row(source, contexts[source] ?? { sentences: sentences[source] }, PUBLISHED_CONTEXT_COUNTS[source]),
      ),
      row('Total', ours.length > 0 ? all : undefined, whole ? paper : undefined),
      {
        source: 'in % of the sentences; GEO and TEMP with BOTH',
        sentences: null,
        BOTH: null,
        ...Object.fromEntries(
          (['GEO', 'TEMP', 'valid'] as const).map((key) => [key, `${share(total, key)}${whole ? ` (${share(paper, key)})` : ''}`]),
        ),
      },
    ],
  };
}

/** The parts of the other splits that train lacks (first version, section 3.2). */
export function unseenTable(splits: Readonly<Record<string, { unseen?: UnseenFigures }>>): Table {
  const of = ({ unique, unseen }: UnseenFigures['keywords']) => `${unseen} of ${unique}`;
  const right = { align: 'right' as const };
  return {
    caption: `Not in train (${FIRST_VERSION}, section 3.2: "no overlap among the keyword combinations")`,
    columns: [
      { key: 'split', label: 'split' },
      { key: 'keywords', label: 'keywords', ...right },
      { key: 'plain', label: 'case and inflection aside', ...right },
      { key: 'pairs', label: 'two keywords of a sentence', ...right },
      { key: 'combinations', label: 'all keywords of a sentence', ...right },
      { key: 'inputs', label: 'whole inputs', ...right },
      { key: 'withKeyword', label: 'pairs with a new keyword', ...right },
      { key: 'withCombination', label: 'with only a new combination', ...right },
      { key: 'none', label: 'with nothing new', ...right },
    ],
    rows: Object.entries(splits).flatMap(([split, { unseen }]) => {
      if (!unseen) return [];
      const { keywords, plainKeywords, keywordPairs, combinations, inputs, examples } = unseen;
      return {
        split,
        keywords: of(keywords),
        plain: of(plainKeywords),
        pairs: of(keywordPairs),
        combinations: of(combinations),
        inputs: of(inputs),
        withKeyword: examples.keywords,
        withCombination: examples.combinations,
        none: examples.none,
      };
    }),
  };
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function thousands(value: Value): string {
  return typeof value === 'number' ? value.toLocaleString('en') : '–';
}

function shown(value: Value, format: (value: Value) => string): string | null {
  return value === null || value === undefined ? null : format(value);
}
