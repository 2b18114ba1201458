/** Models behind a server that speaks OpenAI's protocol. */
export { createOpenAiRunner, type OpenAiRunnerOptions } from './openai-runner.ts';
