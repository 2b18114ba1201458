/** TER (Snover et al. 2006): edits and moves per word of the references, as sacrebleu 2.5.1 computes it. Lower is better. */
import type { Metric } from '../../core/index.ts';
import { countEdits } from './edit-rate.ts';
import { trimRight } from './python-blanks.ts';
import { referenceCount } from './reference-count.ts';
import { type TercomOptions, tercomWords } from './tercom-words.ts';

export interface TerStats {
  /** Fewest edits to any of the references. */
  edits: number;
  /** Mean length of the references. */
  length: number;
}

export function createTer(options: TercomOptions = {}): Metric<TerStats, { references: string }> {
  const { normalized = false, noPunct = false, asian = false, caseSensitive = false } = options;
  const wordsOf = (text: string) => tercomWords(trimRight(text), { normalized, noPunct, asian, caseSensitive });
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  return {
    name: 'ter',
    outputs: ['ter'],
    paper: 'Snover et al. 2006; sacrebleu',
    prepare: async (inputs) => ({ references: referenceCount(inputs) }),
    signature: ({ references }) =>
      `ter|nrefs:${references.includes('-') ? 'var' : references}|case:${caseSensitive ? 'mixed' : 'lc'}|tok:tercom|norm:${yesNo(normalized)}|punct:${yesNo(!noPunct)}|asian:${yesNo(asian)}|as:sacrebleu-2.5.1|by:sensebench`,
    segment({ item, candidate }) {
      const words = wordsOf(candidate);
      // The original normalizes references twice: of "cat's," only the second time cuts "'s" off.
      const references = item.references.map((reference) => wordsOf(wordsOf(reference).join(' ')));
      return {
        edits: references.reduce((least, reference) => Math.min(least, countEdits(words, reference)), Number.POSITIVE_INFINITY),
        length: references.reduce((sum, { length }) => sum + length, 0) / references.length,
      };
    },
    score(stats) {
      if (stats.length === 0) return { ter: null };
      const edits = stats.reduce((sum, own) => sum + own.edits, 0);
      const length = stats.reduce((sum, own) => sum + own.length, 0);
      // Empty references: any word is one too many, as in the original.
      return { ter: length > 0 ? edits / length : edits > 0 ? 1 : 0 };
    },
  };
}
