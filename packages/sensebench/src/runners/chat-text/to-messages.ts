/** A prompt as chat messages, with the user's own system text in front. */
import type { ChatMessage, RenderedPrompt } from '@sensebench/metrics/internal/core';

/** Puts the user's system text before that of the prompt, in one message, because some templates allow only one. */
export function toMessages(prompt: RenderedPrompt, system: string | undefined): ChatMessage[] {
  const messages: ChatMessage[] = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...prompt];
  if (!system) return messages;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${system}\n\n${first.content}` }, ...rest]
    : [{ role: 'system', content: system }, ...messages];
}
