/** Intervals and paired tests. */
export { type BootstrapOptions, bootstrapInterval, FEW_ITEMS, type Interval } from './bootstrap.ts';
export { fisherExact } from './fisher-exact.ts';
export { holm } from './holm.ts';
export { type Influence, influenceRounds } from './influence.ts';
export { resamplingSignature, robustRounds } from './intervals.ts';
export { pairedBootstrapRounds } from './paired-bootstrap.ts';
export { pairedPermutationRounds } from './paired-permutation.ts';
export { detectable, differenceOf, robustError, robustInterval, robustP } from './robust-error.ts';
export { scoredIntervals, unitsOfItems } from './scored-intervals.ts';
export { type SharedUnits, separateUnits } from './shared-units.ts';
