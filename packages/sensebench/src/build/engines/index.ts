/** Engines that compute shards (processes of this machine, SLURM, Apache Spark), and the worker that all of them start. */
export { engineOptions, openSteps, storeFolder } from './open-steps.ts';
export { numbersOf, readNumbers, work } from './work.ts';
