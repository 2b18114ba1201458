/** `sensebench statements`: questions and answers as statements, with rule and confidence, or compared with another conversion. */

import { type ActionContext, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type Converter, compareConversions, convertRows, MIN_CONFIDENCE, runnerConverter } from '../../statements/convert/index.ts';
import type { Statement } from '../../statements/index.ts';
import { parseSourceSpec, readSources, type SourceRow } from '../../statements/sources/index.ts';

export const action = defineAction({
  summary: 'questions and answers as statements, each with the rule that made it and its confidence',
  options: z.object({
    source: z.array(z.string()).default([]).describe('a corpus, like strategyqa=train.json; `starter` is our own'),
    statements: z.array(z.string()).default([]).describe('rows that have a statement beside question and answer: converted anew'),
    minConfidence: z
      .number()
      .min(0)
      .max(1)
      .default(MIN_CONFIDENCE)
      .describe('leave less certain statements out; 0 keeps all but the refused'),
    deep: z.boolean().default(false).describe('read with the deep model as well and choose the better statement: about ten times slower'),
    converter: z.string().optional().describe('a model instead of the rules: openai:MODEL[@baseURL], onnx:FOLDER, file:predictions.jsonl'),
    compare: z.boolean().default(false).describe('agreement of the rules with the model, or with the given statements'),
    seed: z.number().int().default(17),
  }),
  examples: [
    'statements --source strategyqa=train.json --json',
    'statements --source starter --min-confidence 0.7 --output statements.jsonl',
    'statements --source arc=ARC-Easy-Dev.jsonl --deep --json',
    'statements --statements released.jsonl --compare --json',
    'statements --source commonsenseqa=dev.jsonl --converter openai:my-model@http://127.0.0.1:8000/v1 --compare --json',
  ],
  async run(options, context) {
    const given = [...options.source, ...options.statements.map((path) => `statements=${path}`)];
    if (given.length === 0)
      throw new InputError('nothing to convert', { field: 'source', expected: '--source name=path, or --statements file' });
    const { rows: read, dropped } = await readSources(given.map(parseSourceSpec));
    if (dropped.length > 0) context.say(`${dropped.length} rows left out while reading: ${tally(dropped.map(({ rule }) => rule))}`);
    const { rows, released } = asQuestions(read);
    const tools = await context.tools({ analyse: options.deep ? 'deep' : true, wordnet: true, truecaser: true });
    const convert = async (converter?: Converter) => {
      const result = await convertRows(rows, { minConfidence: options.minConfidence, ...(converter ? { converter } : {}) }, tools);
      if (result.dropped.length > 0)
        context.say(`${result.dropped.length} left out: ${tally(result.dropped.map(({ rule }) => rule.split(':')[0]))}`);
      return result.rows;
    };
    const model = options.converter === undefined ? undefined : await makeConverter(options.converter, options.seed, context);
    if (!options.compare) return { lines: (await convert(model)).map((row) => JSON.stringify(lineOf(row))) };
    const byRules = await convert();
    const others = model ? new Map((await convert(model)).map(({ id, text }) => [id, text])) : released;
    if (others.size === 0)
      throw new InputError('nothing to compare the rules with', { expected: '--converter, or --statements with statements of their own' });
    const pairs = byRules.flatMap(({ id, text, rule }) =>
      others.has(id) && rule !== 'as it is' ? [{ id, rules: text, other: others.get(id) ?? '' }] : [],
    );
    return { json: { with: model?.id ?? 'given statements', ...compareConversions(pairs), rows: pairs } };
  },
});

/** A finished statement that still has its question is converted anew; what it said is kept to compare with. */
function asQuestions(rows: readonly SourceRow[]): { rows: SourceRow[]; released: Map<string, string> } {
  const released = new Map<string, string>();
  const questions = rows.map((row): SourceRow => {
    if (row.kind !== 'statement' || row.question === undefined || row.answer === undefined || row.text === undefined) return row;
    released.set(row.id, row.text);
    const { text: _text, entities: _entities, ...rest } = row;
    return { ...rest, kind: typeof row.answer === 'boolean' ? 'yes-no' : 'choice' };
  });
  return { rows: questions, released };
}

async function makeConverter(spec: string, seed: number, context: ActionContext): Promise<Converter> {
  return runnerConverter(await context.runner(spec), { seed, signal: context.signal });
}

function lineOf({ id, question, answer, text, rule, confidence }: Statement) {
  return { id, question: question ?? null, answer: answer ?? null, statement: text, rule: rule ?? null, confidence: confidence ?? null };
}

function tally(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} ${value}`).join(', ');
}
