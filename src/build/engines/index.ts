/** Where shards are computed: processes of this machine, SLURM or Apache Spark; and the worker that all of them start. */
export { engineOptions, openSteps, storeFolder } from './open-steps.ts';
export { numbersOf, readNumbers, work } from './work.ts';
