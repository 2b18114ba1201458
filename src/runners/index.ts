/** Model runners: one file each, with its options. */
export { createCachedRunner } from './cached-runner.ts';
export { createFileRunner } from './file.ts';
export { createGgufRunner, type GgufRunnerOptions } from './gguf/index.ts';
export { type DecodingParams, loadOnnxRunner, type OnnxFolderOptions } from './onnx/index.ts';
export { createOpenAiRunner, type OpenAiRunnerOptions } from './openai/index.ts';
