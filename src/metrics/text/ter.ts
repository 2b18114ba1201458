/** TER (Snover et al. 2006): edits and moves per word of the references, as sacrebleu 2.5.1 computes it. Lower is better. */
import { defineMetric, type OptionTable, printOptions } from '../../core/index.ts';
import { countEdits } from './edit-rate.ts';
import { trimRight } from './python-blanks.ts';
import { referenceCount } from './reference-count.ts';
import { tercomWords } from './tercom-words.ts';

export interface TerStats {
  /** Fewest edits to any of the references. */
  edits: number;
  /** Mean length of the references. */
  length: number;
}

const OPTIONS = {
  normalized: { kind: 'flag', summary: 'cut punctuation off words and read escaped marks', prints: { key: 'norm' } },
  noPunct: { kind: 'flag', summary: 'leave punctuation out', prints: { key: 'punct', yes: 'no', no: 'yes' } },
  asian: {
    kind: 'flag',
    summary: 'with normalized, cut Chinese and Japanese into characters; with no-punct, leave their punctuation out too',
    prints: { key: 'asian' },
  },
  caseSensitive: { kind: 'flag', summary: 'tell upper and lower case apart', prints: { key: 'case', yes: 'mixed', no: 'lc' } },
} as const satisfies OptionTable;

export const ter = defineMetric({
  name: 'ter',
  summary: 'translation edit rate, lower is better (Snover et al. 2006), as sacrebleu computes it',
  cost: 'fast',
  outputs: ['ter'],
  printed: { ter: { share: false, lowerIsBetter: true } },
  options: OPTIONS,
  create(options) {
    const wordsOf = (text: string) => tercomWords(trimRight(text), options);
    const printed = printOptions(OPTIONS, options);
    return {
      prepare: async (inputs) => ({ references: referenceCount(inputs) }),
      signature: ({ references }: { references: string }) =>
        `ter|nrefs:${references.includes('-') ? 'var' : references}|${printed.caseSensitive}|tok:tercom|${printed.normalized}|${printed.noPunct}|${printed.asian}|as:sacrebleu-2.5.1|by:sensebench`,
      segment({ item, candidate }): TerStats {
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
  },
});
