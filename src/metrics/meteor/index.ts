/** METEOR 1.5. */
export { compileParaphrases } from './compile-paraphrases.ts';
