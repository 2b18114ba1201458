/** Intervals and paired tests. */
export { type BootstrapOptions, bootstrapInterval, bootstrapRounds, type Interval } from './bootstrap.ts';
export { holm } from './holm.ts';
export { pairedBootstrapRounds } from './paired-bootstrap.ts';
export { pairedPermutationRounds } from './paired-permutation.ts';
