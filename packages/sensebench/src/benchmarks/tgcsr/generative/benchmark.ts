/** TG-CSR as a generative task (Santos et al. 2022, section 7.1): theme and question in, a free answer out, looked up in the answer set. */
import { type Benchmark, defineBenchmark, InputError, type PromptTemplate } from '@sensebench/metrics/internal/core';
import { type QuestionItem, questionItemSchema, readQuestions } from '../question-item.ts';
import { createAnswerMatch } from './answer-match.ts';

const OURS =
  'ours; the template of Figure 5 of Santos et al. 2022 is not in its text, which says that theme and question were concatenated';

const prompts: Record<string, PromptTemplate<QuestionItem>> = {
  question: {
    summary: 'theme and question, one after the other',
    source: OURS,
    kind: 'seq2seq',
    shots: 0,
    render: ({ item }) => {
      demandTexts(item);
      return `${item.input.theme} ${item.input.question}`;
    },
  },
  chat: {
    summary: 'the same as a conversation, with a short answer asked for',
    source: OURS,
    kind: 'chat',
    shots: 0,
    render: ({ item, examples }) => [
      { role: 'system', content: 'Read the situation and answer the question about it by common sense, in a few words.' },
      ...examples.flatMap((example) => [
        { role: 'user' as const, content: asked(example) },
        { role: 'assistant' as const, content: example.references[0] ?? '' },
      ]),
      { role: 'user', content: asked(item) },
    ],
  },
};

function asked(item: QuestionItem): string {
  demandTexts(item);
  return `Situation: ${item.input.theme}\nQuestion: ${item.input.question}`;
}

function demandTexts({ id, meta }: QuestionItem): void {
  if (meta.withoutTexts) throw new InputError(`${id} has no texts: released ratings cannot be asked`, { expected: 'a dataset folder' });
}

export const tgcsrGenerative: Benchmark<QuestionItem> = defineBenchmark<QuestionItem>({
  name: 'tgcsr-generative',
  title: 'TG-CSR, generative',
  item: questionItemSchema,
  read: readQuestions,
  prompts,
  parse: (output) =>
    output
      .trim()
      .split('\n', 1)[0]
      .replace(/^answer:\s*/i, ''),
  metrics: ['answerMatch'],
  ownMetrics: [createAnswerMatch()],
  breakdowns: { category: ({ meta }) => meta.category },
  published: [],
});
