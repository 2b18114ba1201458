/** CommonGen's prompts: the paper's formats (section 4) and our few-shot chat format. */
import type { ChatMessage, PromptTemplate } from '@sensebench/metrics/internal/core';
import { splitSentences } from '@sensebench/metrics/internal/nlp/tokens';
import type { CommonGenItem } from './item.ts';

const join = (item: CommonGenItem) => item.input.concepts.join(' ');

const INSTRUCTION =
  'Write one natural and simple English sentence about a common scene in daily life that contains all of the given words. ' +
  'Other forms of the words are fine. Answer with the sentence alone.';

export const prompts: Record<string, PromptTemplate<CommonGenItem>> = {
  chat: {
    summary: 'an instruction, examples as turns, then the concepts',
    source: 'ours, after the instructions of Figure 7',
    kind: 'chat',
    shots: 4,
    render({ item, examples, retrieved }) {
      const system = retrieved?.length
        ? `${INSTRUCTION}\n\nSentences of like scenes:\n${retrieved.map((text) => `- ${text}`).join('\n')}`
        : INSTRUCTION;
      const ask = (asked: CommonGenItem): ChatMessage => ({ role: 'user', content: `Words: ${asked.input.concepts.join(', ')}` });
      return [
        { role: 'system', content: system },
        ...examples.flatMap((example): ChatMessage[] => [ask(example), { role: 'assistant', content: example.references[0] }]),
        ask(item),
      ];
    },
  },
  t5: {
    summary: 'generate a sentence with c1 c2 … ck.',
    source: 'Lin et al. 2020, section 4 (T5)',
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => `generate a sentence with ${join(item)}.`,
  },
  plain: {
    summary: 'the concepts alone, divided by spaces',
    source: 'Lin et al. 2020, section 4 (BART, UniLM, BERT-Gen)',
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => join(item),
  },
  gpt2: {
    summary: 'c1 c2 … ck =',
    source: 'Lin et al. 2020, section 4 (GPT-2); the first sentence of its output counts',
    kind: 'completion',
    shots: 0,
    stop: ['\n'],
    render: ({ item, examples }) =>
      [...examples.map((example) => `${join(example)} = ${example.references[0]}`), `${join(item)} =`].join('\n'),
  },
};

/** The prediction in a model's output: its first sentence (Lin et al. 2020, section 4), without prompt, quotes or list marks. */
export function parseOutput(output: string): string {
  const line = output
    .split('\n')
    .map((each) => each.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .find((each) => each !== '');
  if (line === undefined) return '';
  const bare = line.replace(/^(?:sentence|answer|output)\s*:\s*/i, '').replace(/^["“](.*)["”]$/s, '$1');
  return splitSentences(bare)[0]?.text ?? bare;
}
