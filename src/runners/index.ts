/** Model runners: one file each; which of them a spec string means is the command line's business. */
export { createCachedRunner } from './cached-runner.ts';
export { createFileRunner } from './file.ts';
export { createKeywordsRunner } from './keywords.ts';
export { createOpenAiRunner, type OpenAiRunnerOptions } from './openai.ts';
export { createNearest, createRetrieveRunner } from './retrieve.ts';
