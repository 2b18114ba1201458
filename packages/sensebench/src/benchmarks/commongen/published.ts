/** Results reported by the paper: Table 1, Table 3 (test), Table 5 (test, constrained decoding) and Table 7 (dev). */
import type { PublishedRow } from '@sensebench/metrics/internal/core';

/** ROUGE-2 and ROUGE-L (stemmed, mean over references), BLEU-3, BLEU-4, METEOR, CIDEr (printed ×10), SPICE, coverage, as printed. */
type Printed = readonly [number, number, number, number, number, number, number, number];
const OUTPUTS = ['rouge2StemMean', 'rougeLStemMean', 'bleu3', 'bleu4', 'meteor', 'cider', 'spice', 'coverageCommonGen'] as const;

const TEST: Readonly<Record<string, Printed>> = {
  'bRNN-CopyNet': [7.61, 27.79, 10.7, 5.7, 15.8, 4.79, 15, 51.15],
  'Trans-CopyNet': [8.78, 28.08, 11.9, 7.1, 15.5, 4.61, 14.6, 49.06],
  'MeanPooling-CopyNet': [9.66, 31.14, 10.7, 6.1, 16.4, 5.06, 17.2, 55.7],
  LevenTrans: [10.58, 32.23, 19.7, 11.6, 20.1, 7.54, 19, 63.81],
  ConstLeven: [11.82, 33.04, 18.9, 10.1, 24.2, 10.51, 22.2, 94.51],
  'GPT-2': [17.18, 39.28, 30.7, 21.1, 26.2, 12.15, 25.9, 79.09],
  'BERT-Gen': [18.05, 40.49, 30.4, 21.1, 27.3, 12.49, 27.3, 86.06],
  UniLM: [21.48, 43.87, 38.3, 27.7, 29.7, 14.85, 30.2, 89.19],
  'UniLM-v2': [18.24, 40.62, 31.3, 22.1, 28.1, 13.1, 28.1, 89.13],
  BART: [22.23, 41.98, 36.3, 26.3, 30.9, 13.92, 30.6, 97.35],
  'T5-Base': [14.57, 34.55, 26, 16.4, 23, 9.16, 22, 76.67],
  'T5-Large': [22.01, 42.97, 39, 28.6, 30.1, 14.96, 31.6, 95.29],
  'Human Performance': [48.88, 63.79, 48.2, 44.9, 36.2, 43.53, 63.5, 99.31],
};

/** The models of Table 3 decoded with dynamic beam allocation. */
const TEST_DBA: Readonly<Record<string, Printed>> = {
  'T5-Large+DBA': [16.8, 36.71, 27.3, 18.7, 25.3, 8.62, 24.3, 83.98],
  'T5-Base+DBA': [15.07, 34.82, 24.8, 16, 23.5, 9.31, 21.3, 76.81],
  'GPT-2+DBA': [17.56, 39.45, 29.4, 20.6, 24.9, 10.85, 26.8, 79.51],
  'BART+DBA': [18.15, 37.02, 28.3, 19.1, 25.5, 9.82, 25.1, 84.78],
};

/** The human row repeats that of the test, because it was not measured on dev. */
const DEV: Readonly<Record<string, Printed>> = {
  'bRNN-CopyNet': [9.23, 30.57, 13.6, 7.8, 17.4, 6.04, 16.9, 58.95],
  'Trans-CopyNet': [11.08, 32.57, 17.2, 10.6, 18.8, 7.02, 18, 62.16],
  'MeanPooling-CopyNet': [11.36, 34.63, 14.8, 8.9, 19.2, 7.17, 20.2, 68.32],
  LevenTrans: [12.22, 35.42, 23.1, 15, 22.1, 8.94, 21.4, 71.83],
  ConstLeven: [13.47, 35.19, 21.3, 12.3, 25, 11.06, 23.2, 96.87],
  'GPT-2': [17.74, 41.24, 32.7, 23.3, 27.5, 13.26, 27.6, 85.46],
  'BERT-Gen': [18.73, 42.36, 33, 23.7, 29.1, 13.34, 28.7, 91.71],
  UniLM: [21.68, 45.66, 40.4, 30.4, 31, 15.72, 31.4, 92.41],
  'UniLM-v2': [19.24, 43.01, 33.4, 24.2, 29.2, 13.65, 29.3, 93.57],
  BART: [22.13, 43.02, 37, 27.5, 31, 14.12, 30, 97.56],
  'T5-Base': [15.33, 36.2, 28.1, 18, 24.6, 9.73, 23.4, 83.77],
  'T5-Large': [21.98, 44.41, 40.8, 30.6, 31, 15.84, 31.8, 97.04],
  'Human Performance': [48.88, 63.79, 48.2, 44.9, 36.2, 43.53, 63.5, 99.31],
};

function toRows(table: Readonly<Record<string, Printed>>, { split, table: name }: { split: string; table: string }): PublishedRow[] {
  return Object.entries(table).map(([system, printed]) => ({
    system,
    source: `Lin et al. 2020, ${name}`,
    split,
    sizes: sizesOf(split),
    scores: Object.fromEntries(OUTPUTS.map((output, i) => [output, Number((printed[i] / (output === 'cider' ? 10 : 100)).toFixed(6))])),
    ...(system.startsWith('Human') && split === 'dev' ? { note: 'the row of Table 3 again' } : {}),
  }));
}

/** Sets and sentences of Table 1. */
function sizesOf(split: string): Record<string, number> | undefined {
  const row = PUBLISHED_STATISTICS.find((each) => each.split === split);
  return row && { sets: row.sets, sentences: row.sentences };
}

/** Table 1. Unseen shares are against train. */
export const PUBLISHED_STATISTICS = [
  {
    split: 'train',
    sets: 32_651,
    bySize: { 3: 25_020, 4: 4_240, 5: 3_391 },
    sentences: 67_389,
    sentencesPerSet: 2.06,
    wordsPerSentence: 10.54,
    uniqueConcepts: 4_697,
    uniquePairs: 59_125,
    uniqueTriples: 50_713,
  },
  {
    split: 'dev',
    sets: 993,
    bySize: { 3: 493, 4: 250, 5: 250 },
    sentences: 4_018,
    sentencesPerSet: 4.04,
    wordsPerSentence: 11.55,
    uniqueConcepts: 766,
    uniquePairs: 3_926,
    uniqueTriples: 3_766,
    unseenConcepts: 0.0653,
    unseenPairs: 0.9631,
    unseenTriples: 0.996,
  },
  {
    split: 'test',
    sets: 1_497,
    bySize: { 3: 0, 4: 747, 5: 750 },
    sentences: 6_042,
    sentencesPerSet: 4.04,
    wordsPerSentence: 13.34,
    uniqueConcepts: 1_248,
    uniquePairs: 8_777,
    uniqueTriples: 9_920,
    unseenConcepts: 0.0897,
    unseenPairs: 1,
    unseenTriples: 1,
  },
] as const;

export const PUBLISHED: readonly PublishedRow[] = [
  ...toRows(TEST, { split: 'test', table: 'Table 3' }),
  ...toRows(TEST_DBA, { split: 'test', table: 'Table 5' }),
  ...toRows(DEV, { split: 'dev', table: 'Table 7' }),
];
