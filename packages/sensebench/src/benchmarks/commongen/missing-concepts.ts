/** Counts references that lack a concept of their set. They are kept, as in the released data. */

import type { Token, Tools, WordNet } from '@sensebench/metrics/internal/core';
import { type CommonGenRow, conceptsOf } from './item.ts';

export interface MissingConcepts {
  /** The number of references that lack a concept of their set. */
  references: number;
  /** The number of sets with such a reference. */
  sets: number;
  examples: { set: string; missing: string[] }[];
}

const SHOWN = 5;
const KINDS = ['n', 'v'] as const;

/** A concept may occur as a lemma, literally, or as a base form known to WordNet, since a tagger may call "painted" an adjective (section 3.2). */
export function missingConcepts(concepts: readonly string[], tokens: readonly Token[], wordnet?: Pick<WordNet, 'baseForms'>): string[] {
  const found = new Set(tokens.flatMap(({ lemma, text }) => [lemma.toLowerCase(), text.toLowerCase()]));
  const missing = concepts.filter((concept) => !found.has(concept.toLowerCase()));
  if (missing.length === 0 || !wordnet) return missing;
  const bases = new Set(tokens.flatMap(({ text }) => KINDS.flatMap((kind) => wordnet.baseForms(text.toLowerCase(), kind))));
  return missing.filter((concept) => !bases.has(concept.toLowerCase()));
}

export async function countMissing(
  rows: readonly Pick<CommonGenRow, 'concept_set' | 'scene'>[],
  { analyse, wordnet }: Pick<Tools, 'analyse' | 'wordnet'>,
): Promise<MissingConcepts> {
  const analyses = await analyse(
    rows.flatMap(({ scene }) => scene),
    { entities: false },
  );
  const result: MissingConcepts = { references: 0, sets: 0, examples: [] };
  let next = 0;
  for (const row of rows) {
    const lacking = row.scene
      .map(() => missingConcepts(conceptsOf(row), analyses[next++].tokens, wordnet))
      .filter((missing) => missing.length > 0);
    result.references += lacking.length;
    if (lacking.length === 0) continue;
    result.sets++;
    if (result.examples.length < SHOWN) result.examples.push({ set: row.concept_set, missing: lacking[0] });
  }
  return result;
}
