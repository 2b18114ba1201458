/** Intervals and paired tests. */
export { type BootstrapOptions, bootstrapInterval, bootstrapIntervals, type Interval } from './bootstrap.ts';
export { holm } from './holm.ts';
export { pairedBootstrap } from './paired-bootstrap.ts';
export { pairedPermutation } from './paired-permutation.ts';
