/** The labels of the ranker (a candidate's id, rule, hash and verdict) and the rows that they were given for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonl } from '../../src/files/index.ts';
import { parseSourceSpec, readSources, type SourceRow } from '../../src/statements/sources/index.ts';
import { dataPath } from '../corpora.ts';

export interface Label {
  set: string;
  id: string;
  rule: string;
  /** The first eight digits of the SHA-256 of the statement: a label counts as long as the rule still makes it. */
  hash: string;
  good: boolean;
}

export const statementHash = (statement: string) => createHash('sha256').update(statement).digest('hex').slice(0, 8);

export function readLabels(): Label[] {
  const path = fileURLToPath(new URL('./labels.tsv', import.meta.url));
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [set, id, rule, hash, good] = line.split('\t');
      return { set, id, rule, hash, good: good === 'good' };
    });
}

const SETS = /^(entailment-bank|arc|shapes)$/;
const bankSchema = z.looseObject({ id: z.string(), question: z.string(), answer: z.union([z.string(), z.boolean()]) });

/** The labelled questions of a set, by id. */
export async function readSet(set: string): Promise<Map<string, SourceRow>> {
  const rows = new Map<string, SourceRow>();
  const path =
    set === 'own'
      ? fileURLToPath(new URL('./own-questions.jsonl', import.meta.url))
      : SETS.test(set)
        ? dataPath(`conversions/${set}.jsonl`)
        : null;
  if (path !== null)
    for await (const { value } of readJsonl(path, bankSchema))
      rows.set(value.id, { id: value.id, source: set, split: 'x', kind: 'choice', question: value.question, answer: value.answer });
  else {
    const file = { commonsenseqa: 'commonsenseqa/dev.jsonl', strategyqa: 'strategyqa/train.json' }[set];
    const spec = parseSourceSpec(file ? `${set}=${dataPath(file)}` : set);
    for (const row of (await readSources([spec])).rows) rows.set(row.id, row);
  }
  return rows;
}
