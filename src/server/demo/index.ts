/** The demonstration: starter datasets, runs of baselines, and a study for each kind of task with simulated annotators. */
export { fillDemo } from './fill-demo.ts';
export { prepareDemo } from './prepare-demo.ts';
