/** Conversion of questions and answers to statements. */

export { type Converter, convertRows, convertStep, MIN_CONFIDENCE, runnerConverter } from './convert.ts';
export { compareConversions } from './rank/compare-conversions.ts';
