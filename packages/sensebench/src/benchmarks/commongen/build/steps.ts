/** The build steps of CommonGen by name, for the pipeline and for workers in other processes. */
export { wordsStep as words } from './caption-words.ts';
export { conceptsStep as concepts } from './extract-concepts.ts';
export { mineStep as mine } from './score-concept-sets.ts';
export { splitStep as split } from './split-step.ts';
