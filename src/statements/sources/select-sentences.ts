/** Which sentences of running text can stand alone, told by their tags: no pronoun without a noun before it, one clause. */
import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard, type Token } from '../../core/index.ts';
import type { SourceRow } from './source-row.ts';

/** Sentences that are analysed together. */
const BATCH = 500;

/** Rows of other kinds pass. */
export const selectStep = defineStep({
  name: 'select',
  version: 1,
  options: z.object({}),
  needs: { analyse: true },
  over: 'each',
  async run([{ rows }]: readonly Shard<SourceRow>[], _options, { analyse, signal, progress }): Promise<Shard<SourceRow>> {
    const kept: SourceRow[] = [];
    const dropped: LedgerRow[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      signal.throwIfAborted();
      const batch = rows.slice(from, from + BATCH);
      const sentences = batch.flatMap(({ kind, text = '' }) => (kind === 'sentence' ? [text] : []));
      const analysed = await analyse(sentences, { entities: false });
      let next = 0;
      for (const row of batch) {
        const broken = row.kind === 'sentence' ? brokenTagRule(analysed[next++].tokens) : null;
        if (broken) dropped.push({ step: 'select', ids: [row.id], text: row.text, ...broken });
        else kept.push(row);
      }
      progress(from + batch.length);
    }
    return { rows: kept, dropped };
  },
});

const PRONOUN = /^(he|she|it|they|him|her|them|his|hers|its|their|theirs|this|these|those|himself|herself|itself|themselves)$/i;
const JOINS_CLAUSES = /^(because|although|though|while|whereas|if|unless|until|since|when|where|who|which|whom|whose|that|but|so)$/i;

/** The first rule that tagged words break; null for none. */
export function brokenTagRule(tokens: readonly Token[]): Pick<LedgerRow, 'rule' | 'value'> | null {
  const isNoun = ({ tag }: Token) => /^NN/.test(tag);
  const finite = tokens.filter(({ tag }) => /^(VBZ|VBP|VBD|MD)$/.test(tag));
  if (finite.length === 0) return { rule: 'no finite verb' };
  for (const [i, token] of tokens.entries()) {
    if (!PRONOUN.test(token.text)) continue;
    // "It" of the weather and "this month" need no noun before them; "his dog" does.
    const points = /^(this|these|those)$/i.test(token.text) ? !tokens.slice(i + 1, i + 3).some(isNoun) : true;
    if (points && !tokens.slice(0, i).some(isNoun)) return { rule: 'a pronoun without a noun before it', value: token.text };
  }
  const joint = tokens.find(({ text }, i) => i > 0 && JOINS_CLAUSES.test(text));
  if (finite.length > 1 && joint) return { rule: 'more than one clause', value: joint.text };
  if (finite.length > 2) return { rule: 'more than one clause', value: finite.map(({ text }) => text).join(' ') };
  return null;
}
