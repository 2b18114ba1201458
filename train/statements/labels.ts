/** The labels of the ranker (a candidate's id, rule, hash and verdict), the rows they were given for, and the rounds judged fresh. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readJsonl } from '../../packages/sensebench/src/files/index.ts';
import { parseSourceSpec, readSources, type SourceRow } from '../../packages/sensebench/src/statements/sources/index.ts';
import { dataPath } from '../corpora.ts';

export interface Label {
  set: string;
  id: string;
  rule: string;
  /** The first eight digits of the SHA-256 of the statement: a label counts as long as the rule still makes it. */
  hash: string;
  good: boolean;
  /** "fresh 3": the sentence was made and judged before any rule had seen its question, in the third round; empty otherwise. */
  round: string;
}

export const statementHash = (statement: string) => createHash('sha256').update(statement).digest('hex').slice(0, 8);

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export function readLabels(): Label[] {
  return readFileSync(beside('./labels.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [set, id, rule, hash, good, round = ''] = line.split('\t');
      return { set, id, rule, hash, good: good === 'good', round };
    });
}

const freshSchema = z.object({
  round: z.string(),
  set: z.string(),
  id: z.string(),
  candidates: z.array(z.object({ features: z.record(z.string(), z.number()), good: z.boolean().optional() })),
});
export type FreshQuestion = z.infer<typeof freshSchema>;

/** Features of the candidates as they were when a question was new: the rules have been mended since. */
export function readFresh(): FreshQuestion[] {
  return gunzipSync(readFileSync(beside('./fresh.jsonl.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => freshSchema.parse(JSON.parse(line)));
}

/** Questions that measure and never train. */
export const readKeptAside = (): Set<string> =>
  new Set(z.array(z.string()).parse(JSON.parse(readFileSync(beside('./kept-aside.json'), 'utf8'))));

const SETS = /^(entailment-bank|arc|shapes)$/;
const bankSchema = z.looseObject({
  id: z.string(),
  question: z.string(),
  answer: z.union([z.string(), z.boolean()]),
  sentence: z.string().optional(),
});

/** A question with the sentence that a person wrote for it. */
export interface WrittenRow extends SourceRow {
  sentence?: string;
}

/** The labelled questions of a set, by id. */
export async function readSet(set: string): Promise<Map<string, WrittenRow>> {
  const rows = new Map<string, WrittenRow>();
  const path = set === 'own' ? beside('./own-questions.jsonl') : SETS.test(set) ? dataPath(`conversions/${set}.jsonl`) : null;
  if (path !== null)
    for await (const { value } of readJsonl(path, bankSchema)) {
      const { id, question, answer, sentence } = value;
      const kind = typeof answer === 'boolean' ? 'yes-no' : 'choice';
      rows.set(id, { id, source: set, split: 'x', kind, question, answer, ...(sentence ? { sentence } : {}) });
    }
  else {
    const file = { commonsenseqa: 'commonsenseqa/dev.jsonl', strategyqa: 'strategyqa/train.json' }[set];
    const spec = parseSourceSpec(file ? `${set}=${dataPath(file)}` : set);
    for (const row of (await readSources([spec])).rows) rows.set(row.id, row);
  }
  return rows;
}
