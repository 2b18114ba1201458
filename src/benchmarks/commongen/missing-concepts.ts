/** Concepts of a set that its own references lack: such references are kept and counted, as in the released data. */
import { type CommonGenRow, conceptsOf, type Token, type Tools } from '../../core/index.ts';

export interface MissingConcepts {
  /** References that lack a concept of their set. */
  references: number;
  /** Sets with such a reference. */
  sets: number;
  examples: { set: string; missing: string[] }[];
}

const SHOWN = 5;

/** A concept is there as a lemma or as it is written (coverage through tagging, paper 003, section 3.2). */
export function missingConcepts(concepts: readonly string[], tokens: readonly Token[]): string[] {
  const found = new Set(tokens.flatMap(({ lemma, text }) => [lemma.toLowerCase(), text.toLowerCase()]));
  return concepts.filter((concept) => !found.has(concept.toLowerCase()));
}

export async function countMissing(
  rows: readonly Pick<CommonGenRow, 'concept_set' | 'scene'>[],
  tools: Pick<Tools, 'analyse'>,
): Promise<MissingConcepts> {
  const analyses = await tools.analyse(
    rows.flatMap(({ scene }) => scene),
    { entities: false },
  );
  const result: MissingConcepts = { references: 0, sets: 0, examples: [] };
  let next = 0;
  for (const row of rows) {
    const lacking = row.scene.map(() => missingConcepts(conceptsOf(row), analyses[next++].tokens)).filter((missing) => missing.length > 0);
    result.references += lacking.length;
    if (lacking.length === 0) continue;
    result.sets++;
    if (result.examples.length < SHOWN) result.examples.push({ set: row.concept_set, missing: lacking[0] });
  }
  return result;
}
