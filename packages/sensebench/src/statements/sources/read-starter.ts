/** Reads our starter corpus (corpus/README.md): claims, questions and facts of qa/, and the statements made from tables. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, type LedgerRow, SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { missingFile, readJsonl } from '../../files/index.ts';
import { statementIdSchema } from '../statement.ts';
import { leftOut, type SourceReader, type SourceRow } from './source-reader.ts';

const base = { id: statementIdSchema };
const rowSchema = z.union([
  z.object({ ...base, style: z.literal('claim'), claim: z.string(), label: z.boolean() }),
  z.object({ ...base, style: z.literal('yes-no'), question: z.string(), answer: z.boolean() }),
  z.object({
    ...base,
    style: z.enum(['choice-commonsense', 'choice-science']),
    question: z.string(),
    choices: z.array(z.object({ label: z.string(), text: z.string() })),
    answerKey: z.string(),
  }),
  z.object({ ...base, style: z.literal('fact'), text: z.string() }),
  z.object({
    ...base,
    style: z.undefined().optional(),
    statement: z.string(),
    table: z.string(),
    row: z.string(),
    licence: z.string(),
    template: z.string(),
  }),
]);
type StarterRow = z.infer<typeof rowSchema>;

const OWN_LICENCE = 'CC0-1.0';

export const starterReader: SourceReader = {
  name: 'starter',
  layout: 'a folder with qa/*.jsonl and tables/statements.jsonl, or one of these files',
  licence: OWN_LICENCE,
  async *read(path, drop) {
    for (const file of starterFiles(path)) {
      for await (const { value } of readJsonl(file, rowSchema)) {
        const row = toSourceRow(value);
        if ('rule' in row) drop(row);
        else yield row;
      }
    }
  },
};

/** The files of a path of this source, in reading order. */
export function starterFiles(path: string): string[] {
  if (!existsSync(path)) throw missingFile(path);
  if (!statSync(path).isDirectory()) return [path];
  const qa = join(path, 'qa');
  const files = existsSync(qa) ? readdirSync(qa).filter((name) => name.endsWith('.jsonl')) : [];
  const all = [...files.sort().map((name) => join(qa, name)), join(path, 'tables', 'statements.jsonl')].filter((file) => existsSync(file));
  if (all.length === 0) throw new InputError('holds no starter corpus', { file: path, expected: starterReader.layout });
  return all;
}

/** The corpus in the package, whether the code runs from src/ or from dist/. */
export function starterCorpus(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, 'corpus', 'qa'))) return join(folder, 'corpus');
    const parent = dirname(folder);
    if (basename(folder) === '' || parent === folder) throw new SetupError('the starter corpus is missing', 'install sensebench again');
    folder = parent;
  }
}

function toSourceRow(value: StarterRow): SourceRow | LedgerRow {
  const [source, split] = value.id.split('::');
  const common = { id: value.id, source, split, licence: OWN_LICENCE };
  switch (value.style) {
    case 'claim':
      if (!value.label) return leftOut('false claim', value.id, value.claim);
      return { ...common, kind: 'claim', text: value.claim, answer: true };
    case 'yes-no':
      return { ...common, kind: 'yes-no', question: value.question, answer: value.answer };
    case 'fact':
      return { ...common, kind: 'fact', text: value.text };
    case undefined: {
      const { table, row, template } = value;
      return { ...common, kind: 'statement', text: value.statement, licence: value.licence, provenance: { table, row, template } };
    }
    default: {
      const right = value.choices.find((choice) => choice.label === value.answerKey);
      if (!right) return leftOut('answer is none of the choices', value.id, value.question);
      const choices = value.choices.map((choice) => choice.text);
      return { ...common, kind: 'choice', question: value.question, answer: right.text, choices };
    }
  }
}
