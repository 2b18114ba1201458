/** Turns questions and answers into statements; claims and facts pass unchanged (SituatedGen, section 4.1, appendix A.1). */

import { z } from 'zod';
import { type AnsweringModel, defineStep, type LedgerRow, type Shard, type Tools } from '../../core/index.ts';
import type { SourceRow } from '../sources/source-reader.ts';
import type { Statement } from '../statement.ts';
import { type Conversion, convertByRules, type QuestionRow } from './convert-by-rules.ts';

export interface ConvertOptions {
  /** Statements below it go to the ledger. */
  minConfidence?: number;
  /** Another way to convert, instead of the rules. */
  converter?: Converter;
}

/** Chosen on fresh rounds: about one question in nine is refused, and six of seven that are kept are good. */
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
  /** `model`: the model that the user named writes the statements, not the rules. */
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

/** Question and answer as the corpus has them: somebody may repair the row by hand. */
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

/** A model's statement carries its name as the rule; how sure it is, it does not say. */
async function convertWith(converter: Converter, rows: readonly QuestionRow[]): Promise<Map<string, Conversion>> {
  const results = new Map<string, Conversion>();
  for (const { id, question, answer } of rows) {
    const said = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer;
    const statement = await converter.convert(question, said);
    results.set(id, { statement, rule: `model/${converter.id}`, confidence: statement === '' ? 0 : 1 });
  }
  return results;
}

/** The contract of another way to convert, and its adapter over a model runner: a seq2seq model or a chat model writes the statement. */
export interface Converter {
  id: string;
  convert(question: string, answer: string): Promise<string>;
}

interface RunnerConverterOptions {
  /** The input that a seq2seq model was trained on; `{question}` and `{answer}` are filled in. */
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

/** Models like to go on: the sentence is the first line that says something. */
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

/** A source row with its sentence becomes a statement that keeps where it came from. */
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
