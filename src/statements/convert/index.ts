/** Questions and answers become statements. */
export { compareConversions } from './compare-conversions.ts';
export { convertRows, convertStep, MIN_CONFIDENCE } from './convert.ts';
export { type Converter, runnerConverter } from './converter.ts';
