/** Intervals and paired tests. */
export { type BootstrapOptions, bootstrapInterval, bootstrapIntervals, type Interval } from './bootstrap.ts';
export { clusteredEffect, type SidedOutcome } from './clustered-effect.ts';
export { fisherExact } from './fisher-exact.ts';
export { holm } from './holm.ts';
export { type Influence, influenceRounds } from './influence.ts';
export { intervalRounds, resamplingSignature, shareInterval } from './intervals.ts';
export {
  comparePair,
  PAIRED_TESTS,
  type PairedDifference,
  type PairedOptions,
  type PairedResampling,
  pairedResampling,
  RESAMPLES,
} from './paired-comparison.ts';
export { type Estimate, labelsNeeded, predictionPowered } from './prediction-powered.ts';
export { detectable, robustError } from './robust-error.ts';
export { roganGladen } from './rogan-gladen.ts';
export { scoredIntervals, unitsOfItems } from './scored-intervals.ts';
export { type SharedUnits, separateUnits, shareUnits } from './shared-units.ts';
export { oneSidedP } from './student-t.ts';
export { williamsTest } from './williams.ts';
