/** With `--complete MODEL`, a model writes contrasting partners of commonsense statements, which are checked like all others. */

import { type AnsweringModel, defineStreamStep, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { countRows, inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { loadContrastModel } from '../contrast/contrast-model.ts';
import type { StatementFacts } from '../contrast/statement-facts.ts';
import { plainWords } from '../plain-words.ts';
import { describeAll } from './model-pairs.ts';

interface ProposeInput {
  statements: Statement;
  facts: StatementFacts;
}

/** Only statements that are likely to be commonsense of a place or time are completed, the likeliest first. */
const LEAST_COMMONSENSE = 0.5;

/** Pairs that the model is shown. It likes to repeat them, and they are not taken as proposals. */
const EXAMPLES = [
  ['People in Canada celebrate Christmas in the winter.', 'People in Australia celebrate Christmas in the summer.'],
  ['Many Mexicans celebrate Cinco de Mayo.', 'Many Americans celebrate Thanksgiving.'],
  ['You can see kangaroos in the wild in Australia.', 'You can see lions in the wild in Kenya.'],
  ['People eat breakfast in the morning.', 'People eat dinner in the evening.'],
] as const;
const PROMPT = `Each line has two true sentences. They say the same kind of thing about two different places or times.
${EXAMPLES.map((pair) => pair.join(' / ')).join('\n')}
{statement} /`;

/** Rows are proposed statements. Their ids say which statement they complete, their provenance which model wrote them. */
export const proposeStep = defineStreamStep({
  name: 'propose',
  version: 2,
  options: z.object({ most: z.number(), seed: z.number() }),
  needs: { model: true },
  over: 'stream',
  run: (input: ShardReaders<ProposeInput>, options: { most: number; seed: number }, { model, signal, progress }) =>
    inShards(proposeStatements(input, { ...options, model, signal, progress })),
});

interface ProposeOptions {
  most: number;
  seed: number;
  model: AnsweringModel | undefined;
  signal: AbortSignal;
  progress(rows: number): void;
}

async function* proposeStatements(
  input: ShardReaders<ProposeInput>,
  { most, seed, model, signal, progress }: ProposeOptions,
): AsyncGenerator<StreamedResult<Statement>> {
  if (!model) throw new Error('no model was handed to the step');
  const described = await describeAll(input.facts, loadContrastModel());
  const wanted = [...described.keys()]
    .filter((place) => described[place].commonsense >= LEAST_COMMONSENSE)
    .sort((a, b) => described[b].commonsense - described[a].commonsense || a - b)
    .slice(0, most);
  const asked = new Set(wanted);
  const known = new Set(EXAMPLES.flatMap((pair) => pair.map(plainWords)));
  const statements: { place: number; statement: Statement }[] = [];
  let place = 0;
  for await (const statement of readRows(input.statements)) {
    known.add(plainWords(statement.text));
    if (asked.has(place)) statements.push({ place, statement });
    place++;
  }
  /** The rows that the step was given, by which its progress is shown. */
  const rows = countRows(input.statements) + countRows(input.facts);
  for (const [done, { statement }] of statements.entries()) {
    signal.throwIfAborted();
    const { id, text } = statement;
    const item = { id, input: { statement: text }, references: [], meta: {} };
    const answer = await model.predict({
      item,
      prompt: PROMPT.replace('{statement}', () => text),
      examples: [],
      seed,
      signal,
      stop: ['\n'],
    });
    const proposal = readProposal(answer.text);
    const row = { step: 'propose', ids: [id], text: proposal };
    if (proposal === '') yield { drop: { ...row, rule: 'the model wrote no sentence' } };
    else if (known.has(plainWords(proposal))) yield { drop: { ...row, rule: 'the proposal is in the corpus already' } };
    else {
      known.add(plainWords(proposal));
      yield { row: { id: `${id}/proposed`, text: proposal, provenance: { proposed: model.id, completes: id } } };
    }
    progress(Math.round(((done + 1) * rows) / statements.length));
  }
}

/** "The answer is:", "Here is the second sentence:" */
const PREFACE = /^[\s"“]*(the|here is|a|my)\b[^.!?:]{0,40}\b(answer|sentence|statement|response|one)( is)?\s*:/i;

/** The fewest words of a sentence with a subject, a verb and a place or time. */
const FEWEST_WORDS = 4;

/** The first sentence of the answer; models like to go on. */
export function readProposal(text: string): string {
  const [line = ''] = text
    .split('\n')
    .map((part) => part.replace(PREFACE, '').replace(/^[\s/"“]+|(?<!["”\s])["”\s]+$/g, ''))
    .filter((part) => part !== '');
  const [sentence] = /^.*?[.!?](?=\s|$)/.exec(line) ?? [line];
  if (sentence.split(/\s+/).length < FEWEST_WORDS) return '';
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
