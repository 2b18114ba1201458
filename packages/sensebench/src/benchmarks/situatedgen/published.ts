/** Results reported by the papers: Table 2 and Table 3, labelled by version (the final one filtered the test split again). */
import type { PublishedRow } from '@sensebench/metrics/internal/core';

/** The two versions differ in the test split. */
export const VERSION_2023 = 'Zhang and Wan 2023';
export const FIRST_VERSION = 'Zhang and Wan 2023, first version';

export interface PublishedStatistics {
  version: string;
  /** `all` is for the three splits together. */
  split: 'train' | 'dev' | 'test' | 'all';
  examples: number;
  uniqueSentences?: number;
  uniqueSentencesPerExample?: number;
  uniqueKeywords?: number;
  keywordsPerExample: number;
  tokensPerExample?: number;
  keywordSkewness?: number;
}

/** Table 2, and the numbers of section 5.2 on all examples. */
export const PUBLISHED_STATISTICS: readonly PublishedStatistics[] = [
  ...[VERSION_2023, FIRST_VERSION].flatMap((version) => [
    tableTwo(version, 'train', [5641, 788, 0.14, 1847, 7.34, 20.89]),
    tableTwo(version, 'dev', [1407, 309, 0.22, 725, 6.96, 24.08]),
  ]),
  tableTwo(VERSION_2023, 'test', [1220, 341, 0.28, 851, 6.89, 20.61]),
  tableTwo(FIRST_VERSION, 'test', [2012, 449, 0.22, 1075, 6.91, 20.73]),
  { version: VERSION_2023, split: 'all', examples: 8268, keywordsPerExample: 7.21, keywordSkewness: -0.25 },
  { version: FIRST_VERSION, split: 'all', examples: 9060, keywordsPerExample: 7.19, keywordSkewness: -0.24 },
];

function tableTwo(
  version: string,
  split: 'train' | 'dev' | 'test',
  [examples, uniqueSentences, uniqueSentencesPerExample, uniqueKeywords, keywordsPerExample, tokensPerExample]: readonly number[],
): PublishedStatistics {
  return { version, split, examples, uniqueSentences, uniqueSentencesPerExample, uniqueKeywords, keywordsPerExample, tokensPerExample };
}

/** Published facts of the whole dataset: keywords per example and their skewness (section 5.2), context shares, communities (section 4.4), quality (5.1, appendix B.1). */
export const PUBLISHED_FACTS = {
  keywordsPerExample: { [VERSION_2023]: 7.21, [FIRST_VERSION]: 7.19 },
  keywordSkewness: { [VERSION_2023]: -0.25, [FIRST_VERSION]: -0.24 },
  contexts: { GEO: 0.78, TEMP: 0.21, BOTH: 0.01 },
  /** First version, appendix A.3: mined, cut between communities, left. */
  pairs: { mined: 12_689, cut: 3311, left: 9378 },
  communities: 79,
  largestCommunityEdges: 3273,
  largestCommunityShare: 0.26,
  /** 9,378 pairs minus those of train and dev. */
  testBeforeFilter: 2330,
  testShareRemoved: 0.136,
  filterAgreement: 0.88,
  filterKappa: 0.76,
  auditAntithesis: 0.87,
  auditBoth: 0.8,
} as const;

/** Inconsistencies between the two versions of the paper. */
export const CONTRADICTIONS = [
  'Both versions say that people removed 13.6% of test. That is 2,330 → 2,012, the first version; the 1,220 of the published one are 47.6% fewer than 2,330.',
  'Train and dev are the same in both versions; only test differs (2,012 and 1,220 pairs).',
] as const;

const COLUMNS_000 = ['coverage', 'match', 'bleu4', 'rouge2', 'meteor', 'cider', 'spice', 'bertscoreRRescaled'] as const;
const COLUMNS_002 = ['match', 'bleu4', 'rouge2', 'meteor', 'cider', 'spice'] as const;

/** Printed ×100, CIDEr ×10. */
function scores(columns: readonly string[], printed: readonly number[]): Record<string, number> {
  return Object.fromEntries(columns.map((name, i) => [name, Math.round(printed[i] * (name === 'cider' ? 1e5 : 1e4)) / 1e6]));
}

const TABLE_3_OF_000: readonly (readonly [string, readonly number[], string?])[] = [
  ['BART-base (140M)', [78.3, 60.5, 22.7, 29.9, 29.6, 18.3, 53.9, 48.4]],
  ['BART-large (400M)', [73.3, 63.1, 23.7, 31.6, 29.2, 18.5, 55.3, 48.1]],
  ['T5-base (220M)', [75.6, 55.3, 21.9, 28.7, 29.8, 17.4, 53.6, 46.2]],
  ['T5-large (770M)', [81.3, 67.8, 26.6, 33.5, 31.9, 21.2, 57.8, 51.9]],
  ['FLAN-T5-base (220M)', [78.0, 58.7, 22.3, 29.5, 30.6, 18.2, 54.7, 47.6]],
  ['FLAN-T5-large (770M)', [83.1, 70.3, 27.4, 34.8, 32.6, 22.4, 58.8, 53.6]],
  ['FLAN-T5-large, GEO', [83.1, 70.8, 26.8, 33.9, 32.4, 21.9, 58.2, 52.8], 'GEO examples only'],
  ['FLAN-T5-large, TEMP', [83.1, 67.0, 31.2, 40.4, 34.1, 22.7, 62.5, 59.1], 'TEMP examples only'],
  ['InstructGPT (175B, 10-shot)', [91.8, 79.6, 28.4, 36.3, 36.1, 23.4, 60.9, 56.4]],
  ['Human', [98.1, 92.9, 39.9, 46.9, 40.4, 39.7, 71.4, 65.0], '100 random examples'],
];

const TABLES_OF_002: readonly (readonly [string, readonly number[], string?])[] = [
  ['BART-base', [61.2, 22.7, 29.6, 29.9, 18.2, 53.9]],
  ['BART-large', [62.6, 23.0, 30.8, 29.1, 17.9, 55.3]],
  ['T5-base', [56.5, 22.1, 28.8, 30.1, 17.4, 54.1]],
  ['T5-large', [67.7, 26.3, 33.1, 31.9, 20.9, 57.9]],
  ['T5-large, GEO', [68.2, 25.5, 31.9, 31.7, 20.0, 57.3], 'GEO examples only'],
  ['T5-large, TEMP', [64.5, 31.1, 42.2, 33.8, 24.0, 62.5], 'TEMP examples only'],
  ['Human', [92.1, 41.5, 48.2, 40.5, 40.1, 72.0], '100 random examples'],
];

/** Sizes of a version's test split (Table 2). */
function sizesOf(version: string): Record<string, number> | undefined {
  const row = PUBLISHED_STATISTICS.find((each) => each.version === version && each.split === 'test');
  const { examples, uniqueSentences, uniqueKeywords } = row ?? {};
  if (examples === undefined || uniqueSentences === undefined || uniqueKeywords === undefined) return undefined;
  return { pairs: examples, sentences: uniqueSentences, keywords: uniqueKeywords };
}

export const PUBLISHED: readonly PublishedRow[] = [
  ...TABLE_3_OF_000.map(([system, printed, note]) => ({
    system,
    source: 'NeurIPS 2023, Table 3; 1,220 items',
    split: 'test',
    sizes: sizesOf(VERSION_2023),
    scores: scores(COLUMNS_000, printed),
    ...(note ? { note } : {}),
  })),
  ...TABLES_OF_002.map(([system, printed, note]) => ({
    system,
    source: 'first version, Tables 3 and 4; 2,012 items',
    split: 'test',
    sizes: sizesOf(FIRST_VERSION),
    scores: scores(COLUMNS_002, printed),
    ...(note ? { note } : {}),
  })),
];
