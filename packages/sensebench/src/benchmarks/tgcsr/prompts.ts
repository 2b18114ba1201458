/** Prompt templates for yes and no. The paper shows its own only in a figure, so these are ours. */
import { InputError, type PromptTemplate } from '@sensebench/metrics/internal/core';
import { readYesNo } from '@sensebench/metrics/internal/metrics';
import type { Label, TgcsrItem } from './item.ts';

const OURS = 'ours; the templates of Santos et al. 2022 are not in its text';

export const prompts: Record<string, PromptTemplate<TgcsrItem>> = {
  fit: {
    summary: 'theme, question and answer, then: is it a good fit?',
    source: OURS,
    kind: 'completion',
    shots: 0,
    stop: ['\n'],
    render: ({ item, examples }) => [...examples.map((example) => `${asked(example)} ${labelOf(example)}`), asked(item)].join('\n\n'),
  },
  chat: {
    summary: 'the same as a conversation',
    source: OURS,
    kind: 'chat',
    shots: 0,
    render: ({ item, examples }) => [
      {
        role: 'system',
        content:
          'You are given a situation, a question about it and one possible answer. Judge by common sense whether the answer is a good fit for the question. Several answers can fit one question. Reply with yes or no and nothing else.',
      },
      ...examples.flatMap((example) => [
        { role: 'user' as const, content: plain(example) },
        { role: 'assistant' as const, content: labelOf(example) },
      ]),
      { role: 'user', content: plain(item) },
    ],
  },
  boolean: {
    summary: 'one line, as instruction-tuned seq2seq models are asked yes/no questions',
    source: OURS,
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => {
      const { theme, question, answer } = textsOf(item);
      return `${theme} Someone asks: "${question}" Is "${answer}" a plausible answer? Yes or no?`;
    },
  },
  statement: {
    summary: 'the answer as a claim that is true or false',
    source: OURS,
    kind: 'completion',
    shots: 0,
    stop: ['\n'],
    freeText: true,
    render: ({ item, examples }) =>
      [...examples.map((example) => `${claimed(example)} ${labelOf(example) === 'yes' ? 'true' : 'false'}`), claimed(item)].join('\n\n'),
  },
};

/** The released ratings name questions by number, so they cannot be asked. */
function textsOf(item: TgcsrItem): TgcsrItem['input'] {
  if (item.meta.withoutTexts) {
    throw new InputError(`${item.id} has no texts: released ratings can be scored, not asked`, {
      expected: 'a dataset folder made by sensebench build tgcsr',
    });
  }
  return item.input;
}

function plain(item: TgcsrItem): string {
  const { theme, question, answer } = textsOf(item);
  return `Situation: ${theme}\nQuestion: ${question}\nAnswer: ${answer}`;
}

function asked(item: TgcsrItem): string {
  return `${plain(item)}\nIs the answer a good fit for the question? Reply with yes or no.\nReply:`;
}

function claimed(item: TgcsrItem): string {
  const { theme, question, answer } = textsOf(item);
  return `Situation: ${theme}\nClaim: a sensible reply to "${question}" is "${answer}".\nTrue or false?`;
}

function labelOf(item: TgcsrItem): string {
  return item.references[0] ?? 'no';
}

/** The prediction: yes, no, or the text as it is where it is neither, which counts as wrong. */
export function parseOutput(output: string): string {
  return labelFromText(output) ?? output.trim();
}

/** The first word if it decides; otherwise the word after "answer:"; otherwise the only decision in the text. */
export function labelFromText(output: string): Label | null {
  const text = output.trim();
  const [first = ''] = text.split(/[\s,.;:!]+/, 1);
  const decided = readYesNo(first);
  if (decided !== null) return decided ? 'yes' : 'no';
  const said = [...text.matchAll(/\b(?:answer|reply|label|verdict|decision)\b\W*(?:is\W+)?\b(yes|no|true|false)\b/gi)].at(-1)?.[1];
  const found = said ? [said] : (text.match(/\b(?:yes|no|true|false)\b/gi) ?? []);
  const labels = new Set(found.map((word) => (readYesNo(word) ? 'yes' : 'no')));
  const [only] = labels;
  return labels.size === 1 ? (only as Label) : null;
}
