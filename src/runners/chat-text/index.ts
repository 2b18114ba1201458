/** What models are told and what is an answer in their text, for all runners that chat. */
export { splitReasoning } from './split-reasoning.ts';
export { toMessages } from './to-messages.ts';
