/** Local models in GGUF. */
export { createGgufRunner, type GgufRunnerOptions, loadLanguageModel } from './gguf-runner.ts';
