/** METEOR's statistics of a candidate and a reference, and the score that they make (Denkowski and Lavie, 2014, section 3.3). */
import { createAligner } from './align.ts';
import type { Lexicon } from './lexicon.ts';
import { findMatches, LENGTH, MATCH_LENGTH, MATCH_START, type MatchInput, MatchList, MODULE, NO_MATCH, START } from './matches.ts';

/**
 * The 23 numbers of METEOR's statistics line: candidate length, reference length, candidate function words, reference function words; for each matcher the matched
 * content words of candidate and reference and the matched function words of candidate and reference; chunks, matched candidate words, matched reference words.
 */
export type MeteorStatistics = readonly number[];

const SIZE = 23;
const CANDIDATE_LENGTH = 0;
const REFERENCE_LENGTH = 1;
const CANDIDATE_FUNCTION = 2;
const REFERENCE_FUNCTION = 3;
const MATCHED = 4;
const CHUNKS = 20;
const CANDIDATE_MATCHED = 21;
const REFERENCE_MATCHED = 22;

export interface MeteorParameters {
  /** Names these numbers in the signature. */
  name: string;
  alpha: number;
  beta: number;
  gamma: number;
  delta: number;
  /** Weights of the exact, stem, synonym and paraphrase matchers. */
  weights: readonly number[];
}

/** METEOR 1.5's default for English: tuned to rank translations. */
export const ENGLISH_PARAMETERS: MeteorParameters = {
  name: '1.5-en',
  alpha: 0.85,
  beta: 0.2,
  gamma: 0.6,
  delta: 0.75,
  weights: [1, 0.6, 0.8, 0.6],
};

export type StatisticsOf = (input: MatchInput) => MeteorStatistics;

/** The returned function reuses its memory for each pair. */
export function createMeteorStatistics(): StatisticsOf {
  const matches = new MatchList();
  const align = createAligner();
  return (input) => {
    const { lexicon, candidate, reference } = input;
    const { isFunction } = lexicon;
    const statistics = new Array<number>(SIZE).fill(0);
    statistics[CANDIDATE_LENGTH] = candidate.length;
    statistics[REFERENCE_LENGTH] = reference.length;
    statistics[CANDIDATE_FUNCTION] = countFunctionWords(lexicon, candidate);
    statistics[REFERENCE_FUNCTION] = countFunctionWords(lexicon, reference);
    findMatches(input, matches);
    const alignment = align(matches);
    const { cells } = matches;
    let lastEnd = -1;
    for (let place = 0; place < matches.referenceLength; ) {
      const match = alignment[place];
      if (match === NO_MATCH) {
        if (lastEnd !== -1) statistics[CHUNKS]++;
        lastEnd = -1;
        place++;
        continue;
      }
      const matched = MATCHED + 4 * cells[match + MODULE];
      const start = cells[match + START];
      const length = cells[match + LENGTH];
      const matchStart = cells[match + MATCH_START];
      const matchLength = cells[match + MATCH_LENGTH];
      for (let i = 0; i < matchLength; i++) statistics[matched + (isFunction[candidate[matchStart + i]] === 1 ? 2 : 0)]++;
      for (let i = 0; i < length; i++) statistics[matched + (isFunction[reference[start + i]] === 1 ? 3 : 1)]++;
      statistics[CANDIDATE_MATCHED] += matchLength;
      statistics[REFERENCE_MATCHED] += length;
      if (lastEnd !== -1 && matchStart !== lastEnd) statistics[CHUNKS]++;
      place = start + length;
      lastEnd = matchStart + matchLength;
    }
    if (lastEnd !== -1) statistics[CHUNKS]++;
    return statistics;
  };
}

function countFunctionWords({ isFunction }: Lexicon, words: Int32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) count += isFunction[words[i]];
  return count;
}

/** Sums over items; the chunk of a perfect item is not counted, so that it is not penalized. */
export function sumMeteorStatistics(items: readonly MeteorStatistics[]): MeteorStatistics {
  const sum = new Array<number>(SIZE).fill(0);
  for (const item of items) for (let i = 0; i < SIZE; i++) if (i !== CHUNKS || !isPerfect(item)) sum[i] += item[i];
  return sum;
}

export function meteorScore(statistics: MeteorStatistics, parameters: MeteorParameters = ENGLISH_PARAMETERS): number {
  const { alpha, beta, gamma } = parameters;
  const precision = weightedMatches(statistics, 0, parameters) / weightedLength(statistics, 0, parameters);
  const recall = weightedMatches(statistics, 1, parameters) / weightedLength(statistics, 1, parameters);
  const mean = 1 / ((1 - alpha) / precision + alpha / recall);
  const fragmentation = statistics[CHUNKS] / ((statistics[CANDIDATE_MATCHED] + statistics[REFERENCE_MATCHED]) / 2);
  // The power by its logarithm: engines differ in the last digit of other powers than squares.
  const penalty = gamma * (isPerfect(statistics) ? 0 ** beta : Math.exp(beta * Math.log(fragmentation)));
  const score = mean * (1 - penalty);
  return Number.isNaN(score) ? 0 : Math.max(score, 0);
}

function weightedMatches(statistics: MeteorStatistics, side: 0 | 1, { delta, weights }: MeteorParameters): number {
  let sum = 0;
  for (let module = 0; module < weights.length; module++) sum += statistics[MATCHED + 4 * module + side] * weights[module] * delta;
  for (let module = 0; module < weights.length; module++) {
    sum += statistics[MATCHED + 4 * module + 2 + side] * weights[module] * (1 - delta);
  }
  return sum;
}

function weightedLength(statistics: MeteorStatistics, side: 0 | 1, { delta }: MeteorParameters): number {
  const functionWords = statistics[CANDIDATE_FUNCTION + side];
  return delta * (statistics[CANDIDATE_LENGTH + side] - functionWords) + (1 - delta) * functionWords;
}

function isPerfect(statistics: MeteorStatistics): boolean {
  return (
    statistics[CANDIDATE_MATCHED] === statistics[CANDIDATE_LENGTH] &&
    statistics[REFERENCE_MATCHED] === statistics[REFERENCE_LENGTH] &&
    statistics[CHUNKS] === 1
  );
}
