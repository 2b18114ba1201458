/** Local models in GGUF. */
export { createGgufRunner, type GgufRunnerOptions, loadGgufLanguageModel } from './gguf-runner.ts';
