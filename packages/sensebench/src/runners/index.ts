/** Model runners: one file each, with its options. */
export { createCachedRunner } from './cached-runner.ts';
export { createFileRunner } from './file.ts';
export { createGgufRunner, type GgufRunnerOptions } from './gguf/index.ts';
export { loadOnnxRunner, type OnnxFolderOptions } from './onnx/load-onnx-folder.ts';
export type { DecodingParams } from './onnx/onnx-runner.ts';
export { createOpenAiRunner, type OpenAiRunnerOptions } from './openai/index.ts';
