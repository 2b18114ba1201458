/** What is and is not an answer in a model's text. */
export { splitReasoning } from './split-reasoning.ts';
