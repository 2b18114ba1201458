/** How many tokens a text is likely to have, where no tokenizer of the model is at hand. */
import type { RenderedPrompt } from './answering-model.ts';

/** About four bytes are a token in English; other scripts have more bytes and more tokens. */
const BYTES_OF_A_TOKEN = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_OF_A_TOKEN);
}

/** A prompt as one text. */
export function promptText(prompt: RenderedPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n\n');
}
