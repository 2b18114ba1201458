/** Turns questions and answers into statements; claims and facts pass unchanged (SituatedGen, section 4.1, appendix A.1). */

import { type AnsweringModel, defineStep, type LedgerRow, type Shard, type Tools } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { SourceRow } from '../sources/source-reader.ts';
import type { Statement } from '../statement.ts';
import { type Conversion, convertByRules, type QuestionRow } from './convert-by-rules.ts';

export interface ConvertOptions {
  /** Statements with a lower confidence go to the ledger. */
  minConfidence?: number;
  /** A converter that replaces the rules. */
  converter?: Converter;
}

/** Chosen on questions not used for training: about one question in nine is refused, and six of seven that are kept are good. */
export const MIN_CONFIDENCE = 0.68;

export async function convertRows(
  rows: readonly SourceRow[],
  { minConfidence = MIN_CONFIDENCE, converter }: ConvertOptions,
  tools: Tools,
): Promise<Shard<Statement>> {
  const statements: Statement[] = [];
  const dropped: LedgerRow[] = [];
  const questions = rows.filter(isQuestion);
  const results = converter ? await convertWith(converter, questions) : await convertByRules(questions, tools);
  for (const row of rows) {
    const result = results.get(row.id);
    if (row.text) statements.push(toStatement(row, row.text, { rule: 'as it is', confidence: 1 }));
    else if (!result) dropped.push({ step: 'convert', rule: 'no question and answer', ids: [row.id], ...textOf(row) });
    else if ('refused' in result) dropped.push({ step: 'convert', rule: `refused: ${result.refused}`, ids: [row.id], ...asked(row) });
    else if (result.statement === '') dropped.push({ step: 'convert', rule: 'no question and answer', ids: [row.id], ...textOf(row) });
    else if (result.confidence < minConfidence)
      dropped.push({
        step: 'convert',
        rule: `low confidence: ${result.rule}`,
        ids: [row.id],
        text: result.statement,
        value: result.confidence,
        limit: minConfidence,
        ...given(row),
      });
    else statements.push(toStatement(row, result.statement, { rule: result.rule, confidence: result.confidence }));
  }
  return { rows: statements, dropped };
}

export const convertStep = defineStep({
  name: 'convert',
  version: 3,
  /** `model`: the user's model writes the statements, instead of the rules. */
  options: z.object({ minConfidence: z.number(), deep: z.boolean(), model: z.literal(true).optional() }),
  needs: ({ deep, model }) => (model ? { model } : { analyse: deep ? 'deep' : true, wordnet: true, truecaser: true }),
  over: 'each',
  run: ([{ rows }]: readonly Shard<SourceRow>[], { minConfidence }, tools) =>
    convertRows(
      rows,
      { minConfidence, ...(tools.model ? { converter: runnerConverter(tools.model, { signal: tools.signal }) } : {}) },
      tools,
    ),
});

const textOf = (row: SourceRow) => (row.question ? { text: row.question } : {});

/** The question and answer of the corpus, so that rows can be repaired by hand. */
const given = ({ question, answer }: SourceRow) => ({
  ...(question === undefined ? {} : { question }),
  ...(answer === undefined ? {} : { answer }),
});
const asked = (row: SourceRow) => ({ ...textOf(row), ...given(row) });

function isQuestion(row: SourceRow): row is QuestionRow {
  return (
    row.text === undefined && row.question !== undefined && row.question.trim() !== '' && row.answer !== undefined && row.answer !== ''
  );
}

/** The rule of a model's statement is the model's name; it has no confidence. */
async function convertWith(converter: Converter, rows: readonly QuestionRow[]): Promise<Map<string, Conversion>> {
  const results = new Map<string, Conversion>();
  for (const { id, question, answer } of rows) {
    const said = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer;
    const statement = await converter.convert(question, said);
    results.set(id, { statement, rule: `model/${converter.id}`, confidence: statement === '' ? 0 : 1 });
  }
  return results;
}

/** A converter that replaces the rules, and its adapter for model runners: a seq2seq or chat model writes the statement. */
export interface Converter {
  id: string;
  convert(question: string, answer: string): Promise<string>;
}

interface RunnerConverterOptions {
  /** The input format of the model, with placeholders `{question}` and `{answer}`. */
  template?: string;
  seed?: number;
  signal?: AbortSignal;
}

const TEMPLATE =
  'Rewrite the question and its answer as one declarative sentence. Keep every name and number, add nothing, and begin neither with "Yes" nor with "No".\nQuestion: {question}\nAnswer: {answer}\nSentence:';

export function runnerConverter(
  runner: AnsweringModel,
  { template = TEMPLATE, seed = 17, signal = new AbortController().signal }: RunnerConverterOptions = {},
): Converter {
  return {
    id: runner.id,
    async convert(question, answer) {
      const prompt = template.replaceAll('{question}', () => question).replaceAll('{answer}', () => answer);
      const item = { id: question, input: { question, answer }, references: [], meta: {} };
      const { text } = await runner.predict({ item, prompt, examples: [], seed, signal });
      return firstLine(text);
    },
  };
}

/** Takes the first line with text, because models often continue after the sentence. */
function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map((part) => part.trim())
      .find((part) => part !== '') ?? '';
  const plain = line
    .replace(/^(sentence|statement)\s*:\s*/i, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim();
  return plain === '' || /[.!?]$/.test(plain) ? plain : `${plain}.`;
}

/** Makes a statement with its origin from a source row and its sentence. */
function toStatement(row: SourceRow, text: string, { rule, confidence }: { rule: string; confidence: number }): Statement {
  const { id, question, answer, licence, entities, provenance } = row;
  return {
    id,
    text,
    ...(question === undefined ? {} : { question }),
    ...(answer === undefined ? {} : { answer }),
    ...(licence === undefined ? {} : { licence }),
    rule,
    confidence,
    ...(entities === undefined ? {} : { entities }),
    ...(provenance === undefined ? {} : { provenance }),
  };
}
