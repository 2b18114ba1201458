/** Asks a model for further answers to a question, and keeps what is new and short (Santos et al. 2022, section 7.1). */
import type { ChatMessage, Runner } from '@sensebench/metrics/internal/core';
import { valueType } from '../author/check-context.ts';
import { sameness } from '../author/near-duplicates.ts';
import type { TgcsrContext, TgcsrQuestion } from '../context.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import { type Proposal, proposalId } from './proposal.ts';

/** Answers are phrases; longer lines are explanations of the model. */
const MOST_LETTERS = 80;

export interface ProposeOptions {
  context: TgcsrContext;
  taxonomy: Taxonomy;
  runner: Runner;
  /** The number of answers to ask for. */
  count: number;
  seed: number;
  signal: AbortSignal;
}

export interface Proposed {
  proposals: Proposal[];
  /** The number of lines that repeat the answer set or another line. */
  known: number;
  /** The number of lines that are too long for an answer. */
  long: number;
}

export async function propose(question: TgcsrQuestion, options: ProposeOptions): Promise<Proposed> {
  const { context, taxonomy, runner, seed, signal } = options;
  const set = context.answers.filter(({ category }) => category === question.category).map(({ text }) => text);
  const item = { id: `${context.id}/${question.id}`, input: { theme: context.theme, question: question.text }, references: [], meta: {} };
  const { text } = await runner.predict({ item, prompt: renderPropose(question, set, options), examples: [], seed, signal });
  const found: Proposed = { proposals: [], known: 0, long: 0 };
  for (const answer of answersIn(text)) {
    if (answer.length > MOST_LETTERS) found.long++;
    else if ([...set, ...found.proposals.map((each) => each.answer)].some((other) => sameness(other, answer) !== null)) found.known++;
    else {
      const form = valueType(answer, taxonomy);
      found.proposals.push({
        id: proposalId(context.id, question.id, answer),
        context: context.id,
        category: question.category,
        theme: context.theme,
        questionID: question.id,
        question: question.text,
        answer,
        model: runner.id,
        ...(form !== null && form !== question.category ? { note: `has the form of ${form}` } : {}),
      });
    }
  }
  return found;
}

function renderPropose(question: TgcsrQuestion, set: readonly string[], { context, taxonomy, count }: ProposeOptions): ChatMessage[] {
  const category = taxonomy.categories.find(({ name }) => name === question.category);
  return [
    {
      role: 'system',
      content: `You help to write answers for a test of common sense. Give ${count} short answers that fit the question, each on a line of its own and nothing else.`,
    },
    {
      role: 'user',
      content: [
        `Situation: ${context.theme}`,
        `Question: ${question.text}`,
        `Every answer is about: ${question.category}${category?.definition ? ` (${category.definition})` : ''}`,
        `There already: ${set.join('; ')}`,
        'Give others.',
      ].join('\n'),
    },
  ];
}

/** The lines of a reply, without bullets, numbers and surrounding quotation marks. */
export function answersIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[-*•–]|\d+\s*[.):])\s+/, '')
        .replace(/^["“'](.*)["”'][.,]?$/, '$1')
        .replace(/[.;,]$/, '')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.endsWith(':'));
}
