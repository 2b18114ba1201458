/** Model runners: one file each; which of them a spec string means is the command line's business. */
export { createCachedRunner } from './cached-runner.ts';
export { createCopyRunner } from './copy.ts';
export { createFileRunner } from './file.ts';
export { createGgufRunner, type GgufRunnerOptions, loadGgufLanguageModel } from './gguf/index.ts';
export { createHumanRunner, type HumanRunnerOptions } from './human.ts';
export { createKeywordsRunner } from './keywords.ts';
export { createMajorityRunner, type MajorityRunnerOptions } from './majority.ts';
export { createNgramRunner, type NgramRunnerOptions } from './ngram.ts';
export { type DecodingParams, loadOnnxRunner, type OnnxFolderOptions } from './onnx/index.ts';
export { createOpenAiRunner, type OpenAiRunnerOptions } from './openai/index.ts';
export { createRandomRunner } from './random.ts';
export { createRerankRunner, type RerankFeature, type RerankOptions } from './rerank.ts';
export { createNearest, createRetrieveRunner } from './retrieve.ts';
export { createShortcutRunner, SHORTCUTS, type Shortcut } from './shortcut.ts';
export { createSmallRunner, loadSmallModel, type SmallRunnerOptions } from './small.ts';
