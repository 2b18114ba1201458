/** The papers' input formats (Zhang and Wan 2023, section 6, Table 8): BART, T5, FLAN-T5, ten-shot InstructGPT, and chat. */
import type { PromptTemplate } from '@sensebench/metrics/internal/core';
import type { SituatedGenItem } from './item.ts';

export const INSTRUCTION = 'Generate a pair of contrastive sentences with the given set of keywords.';

export function keywordList(keywords: readonly string[]): string {
  return keywords.join(', ');
}

export function t5Input(keywords: readonly string[]): string {
  return `generate two sentences with: ${keywordList(keywords)}`;
}

function demonstration(item: SituatedGenItem): string {
  return `Keywords: ${keywordList(item.input.keywords)}\nSentences: ${item.references[0] ?? ''}`;
}

const PAPER = 'SituatedGen (Zhang and Wan 2023)';

export const prompts: Record<string, PromptTemplate<SituatedGenItem>> = {
  instructgpt: {
    summary: 'the few-shot format that the paper gave InstructGPT',
    source: `${PAPER}, Table 8`,
    kind: 'completion',
    shots: 10,
    stop: ['\n'],
    render: ({ item, examples }) =>
      [INSTRUCTION, ...examples.map(demonstration), `Keywords: ${keywordList(item.input.keywords)}\nSentences:`].join('\n\n'),
  },
  chat: {
    summary: 'the same, as a conversation',
    source: `after ${PAPER}, Table 8`,
    kind: 'chat',
    shots: 10,
    render: ({ item, examples, retrieved = [] }) => [
      {
        role: 'system',
        content: [`${INSTRUCTION} Use all of them. Answer with the two sentences and nothing else.`, ...facts(retrieved)].join('\n'),
      },
      ...examples.flatMap((example) => [
        { role: 'user' as const, content: `Keywords: ${keywordList(example.input.keywords)}` },
        { role: 'assistant' as const, content: example.references[0] ?? '' },
      ]),
      { role: 'user', content: `Keywords: ${keywordList(item.input.keywords)}` },
    ],
  },
  t5: {
    summary: 'T5 and FLAN-T5, fine-tuned',
    source: `${PAPER}, section 6`,
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => t5Input(item.input.keywords),
  },
  bart: {
    summary: 'BART, fine-tuned: the keywords alone',
    source: `${PAPER}, section 6`,
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => keywordList(item.input.keywords),
  },
};

function facts(retrieved: readonly string[]): string[] {
  return retrieved.length > 0 ? ['These sentences may help:', ...retrieved.map((text) => `- ${text}`)] : [];
}

/** Reads the pair of sentences from a model's raw output: one line, without labels, quotes or list marks. */
export function parseOutput(output: string): string {
  const lines = output.split(/\r?\n/).map((line) =>
    line
      .trim()
      .replace(/^(?:[-*•]|\(?\d[.)])\s+/, '')
      .replace(/^(?:sentences?(?:\s*\d)?|output|answer)\s*:\s*/i, '')
      .replace(/^["“](.*)["”]$/s, '$1')
      .trim(),
  );
  const next = lines.findIndex((line, index) => index > 0 && /^keywords\s*:/i.test(line));
  return (next < 0 ? lines : lines.slice(0, next))
    .filter((line) => line !== '' && !/^keywords\s*:/i.test(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
