/** Questions and answers become statements. */

export { type Converter, convertRows, convertStep, MIN_CONFIDENCE, runnerConverter } from './convert.ts';
export { compareConversions } from './rank/compare-conversions.ts';
