/** Assembly (SituatedGen, section 4.3): the merged keywords of two statements in random order, and both statements one after the other. */

import { createRandom } from '@sensebench/metrics/internal/core';
import type { Context, Statement } from '../../../statements/index.ts';
import type { SituatedGenExample } from '../row.ts';
import { distinct } from './extract-keywords.ts';

export interface AssembleOptions {
  seed: number;
  similarity: number;
  context: Context | null;
  contrast?: number;
}

export function assembleExample(
  first: Statement,
  second: Statement,
  { seed, similarity, context, contrast }: AssembleOptions,
): SituatedGenExample {
  const ids: [string, string] = [first.id, second.id];
  const keywords = [first, second].flatMap((statement, place) =>
    distinct(statement.keywords ?? []).map(({ text }) => ({ text, sentence: place as 0 | 1 })),
  );
  const shuffled = createRandom(`${seed}/${ids.join('|')}`).shuffle(keywords);
  // Statements that a model wrote are marked.
  const proposed = [first, second].filter(({ provenance }) => provenance?.proposed !== undefined).map(({ id }) => id);
  const statements: [string, string] = [sentence(first.text), sentence(second.text)];
  return {
    keywords: shuffled.map(({ text }) => text),
    statement: statements.join(' '),
    ids,
    keywords_pos: shuffled.map(({ sentence }) => sentence),
    statements,
    ...(context ? { context } : {}),
    similarity,
    ...(contrast === undefined ? {} : { contrast }),
    ...(proposed.length > 0 ? { provenance: { proposed } } : {}),
  };
}

/** Like the released rows, begins every statement with a capital and ends it with a full stop. Its keywords stay the same. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]["'”’)]*$/.test(begun) ? begun : `${begun}.`;
}
