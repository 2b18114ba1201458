import { describe, expect, it } from 'vitest';
import { splitReasoning } from './split-reasoning.ts';

describe('reasoning inside a text', () => {
  it.each([
    ['<think>Let me see.</think>\n\nA dog runs.', { text: 'A dog runs.', reasoning: 'Let me see.' }],
    ['<Thinking>a</thinking>b', { text: 'b', reasoning: 'a' }],
    ['Opened by the template.</think>A dog.', { text: 'A dog.', reasoning: 'Opened by the template.' }],
    ['<think></think>yes', { text: 'yes' }],
    ['<think>I was cut', { text: '', reasoning: 'I was cut' }],
    ['A dog <think> runs.', { text: 'A dog <think> runs.' }],
  ])('of %j is apart from the answer', (said, parts) => {
    expect(splitReasoning(said)).toEqual(parts);
  });
});
