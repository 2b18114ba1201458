/** The build steps of TG-CSR, by name: the pipeline runs them, and a worker elsewhere finds them. */
export { composeStep as compose } from './compose-step.ts';
export { splitStep as split } from './split-step.ts';
export { truthStep as truth } from './truth-step.ts';
