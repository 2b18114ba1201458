/** Chat messages of a prompt, and the answer in a model's text, for all runners that chat. */
export { splitReasoning } from './split-reasoning.ts';
export { toMessages } from './to-messages.ts';
