/** Turns questions and answers into statements; claims and facts pass unchanged (SituatedGen, section 4.1, appendix A.1). */

import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard, type Tools } from '../../core/index.ts';
import type { SourceRow } from '../sources/source-row.ts';
import type { Statement } from '../statement.ts';
import { toStatement } from '../to-statement.ts';
import { convertQuestion, type Lexica, type QuestionResult } from './convert-question.ts';
import { type Converter, runnerConverter } from './converter.ts';
import { nounLore } from './noun-lore.ts';
import { wordSenses } from './word-senses.ts';

export interface ConvertOptions {
  /** Statements below it go to the ledger. */
  minConfidence?: number;
  /** Another way to convert, instead of the rules. */
  converter?: Converter;
}

/** Questions that are read by the analyser at a time. */
const BATCH = 512;

export async function convertRows(
  rows: readonly SourceRow[],
  { minConfidence = 0.5, converter }: ConvertOptions,
  tools: Tools,
): Promise<Shard<Statement>> {
  const statements: Statement[] = [];
  const dropped: LedgerRow[] = [];
  const questions = rows.filter(isQuestion);
  const results = converter ? await convertWith(converter, questions) : await convertByRules(questions, tools);
  for (const row of rows) {
    const result = results.get(row.id);
    if (row.text) statements.push(toStatement(row, row.text, { rule: 'as it is', confidence: 1 }));
    else if (!result || result.statement === '')
      dropped.push({ step: 'convert', rule: 'no question and answer', ids: [row.id], ...textOf(row) });
    else if (result.confidence < minConfidence)
      dropped.push({
        step: 'convert',
        rule: `low confidence: ${result.rule}`,
        ids: [row.id],
        text: result.statement,
        value: result.confidence,
        limit: minConfidence,
      });
    else statements.push(toStatement(row, result.statement, { rule: result.rule, confidence: result.confidence }));
  }
  return { rows: statements, dropped };
}

export const convertStep = defineStep({
  name: 'convert',
  version: 2,
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

type QuestionRow = SourceRow & { question: string; answer: string | boolean };

function isQuestion(row: SourceRow): row is QuestionRow {
  return (
    row.text === undefined && row.question !== undefined && row.question.trim() !== '' && row.answer !== undefined && row.answer !== ''
  );
}

async function convertByRules(
  rows: readonly Pick<QuestionRow, 'id' | 'question' | 'answer'>[],
  tools: Tools,
): Promise<Map<string, QuestionResult>> {
  const results = new Map<string, QuestionResult>();
  if (rows.length === 0) return results;
  const lexica = lexicaOf(tools);
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const questions = await tools.analyse(
      batch.map(({ question }) => tidy(question)),
      { parse: true },
    );
    const answers = await tools.analyse(
      batch.map(({ answer }) => (typeof answer === 'string' ? tidy(answer) : '')),
      { entities: false },
    );
    for (const [i, { id, answer }] of batch.entries())
      results.set(id, convertQuestion({ question: questions[i], answer: typeof answer === 'boolean' ? answer : answers[i] }, lexica));
  }
  return results;
}

function lexicaOf({ wordnet, truecaser }: Tools): Lexica {
  if (!wordnet || !truecaser) throw new Error('the rules that convert questions need WordNet and the truecaser');
  return { senses: wordSenses(wordnet), lore: nounLore(wordnet, truecaser) };
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A model's statement carries its name as the rule; how sure it is, it does not say. */
async function convertWith(converter: Converter, rows: readonly QuestionRow[]): Promise<Map<string, QuestionResult>> {
  const results = new Map<string, QuestionResult>();
  for (const { id, question, answer } of rows) {
    const said = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer;
    const statement = await converter.convert(question, said);
    results.set(id, { statement, rule: `model/${converter.id}`, confidence: statement === '' ? 0 : 1, faults: [] });
  }
  return results;
}
