/** Questions and answers become statements. */
export { compareConversions } from './compare-conversions.ts';
export { CONVERT_VERSION, convertRows } from './convert.ts';
export { type Converter, runnerConverter } from './converter.ts';
