/** Precision, recall and F of ROUGE-1 to -9, -L and -Lsum (Lin 2004) as in rouge-score 0.1.2, of the reference with the best F. */
import { defineMetric } from '../../core/index.ts';
import { meanOf } from './mean-of.ts';
import { referenceCount } from './reference-count.ts';
import { loadPorter, rougeWords } from './rouge.ts';
import { type RougeParts as Parts, partsOf, type Shared, sharedGrams, sharedSubsequence, sharedSummary } from './rouge-shared.ts';

interface RougePartsOptions {
  name: string;
  summary: string;
  /** `rouge3`, `rougeL`, `rougeLsum`, … */
  kinds: readonly string[];
  /** Kinds of which F is an output too; of the others the metric `rouge` has it. */
  withF: readonly string[];
  stem?: boolean;
}

/** One for each kind, in their order. */
type RougePartsStats = readonly Parts[];

/** F, precision and recall: `rouge3`, `rouge3P`, `rouge3R`. */
function rougeOfKinds({ name, summary, kinds, withF, stem = false }: RougePartsOptions) {
  const suffix = stem ? 'Stem' : '';
  return defineMetric({
    name: name + suffix,
    summary,
    cost: 'fast',
    outputs: kinds.flatMap((kind) => [...(withF.includes(kind) ? [kind + suffix] : []), `${kind}P${suffix}`, `${kind}R${suffix}`]),
    async create() {
      const stemmer = stem ? await loadPorter() : undefined;
      return {
        prepare: async (inputs) => ({ references: referenceCount(inputs) }),
        signature: ({ references }: { references: string }) =>
          `${name + suffix}|refs:${references},best-f|tok:rouge-score|stem:${stemmer?.name ?? 'no'}${kinds.includes('rougeLsum') ? '|sentences:lines' : ''}`,
        segment({ item, candidate }): RougePartsStats {
          // One list of words per line: rougeLsum takes lines for sentences, the others all words together.
          const linesOf = (text: string) => text.split('\n').map((line) => rougeWords(line, stemmer));
          const own = linesOf(candidate);
          const references = item.references.map(linesOf);
          return kinds.map((kind) => bestOf(references.map((reference) => partsOf(shared(kind, reference, own)))));
        },
        score: (stats) =>
          Object.fromEntries(
            kinds.flatMap((kind, place) => [
              ...(withF.includes(kind) ? [[kind + suffix, meanOf(stats.map((own) => own[place].f))]] : []),
              [`${kind}P${suffix}`, meanOf(stats.map((own) => own[place].precision))],
              [`${kind}R${suffix}`, meanOf(stats.map((own) => own[place].recall))],
            ]),
          ),
      };
    },
  });
}

const PARTS = { name: 'rougeParts', kinds: ['rouge1', 'rouge2', 'rougeL', 'rougeLsum'], withF: ['rougeLsum'] };
/** rouge-score accepts one digit. */
const LONGER_KINDS = [3, 4, 5, 6, 7, 8, 9].map((n) => `rouge${n}`);
const LONGER = { name: 'rougeN', kinds: LONGER_KINDS, withF: LONGER_KINDS };

export const rougeParts = rougeOfKinds({
  ...PARTS,
  summary: 'precision and recall of ROUGE-1, -2, -L; ROUGE-Lsum (Lin 2004) as rouge-score computes them',
});
export const rougePartsStem = rougeOfKinds({ ...PARTS, summary: 'rougeParts of stemmed words', stem: true });
export const rougeN = rougeOfKinds({
  ...LONGER,
  summary: 'ROUGE-3 to ROUGE-9: F, precision and recall (Lin 2004) as rouge-score computes them',
});
export const rougeNStem = rougeOfKinds({ ...LONGER, summary: 'rougeN of stemmed words', stem: true });

function shared(kind: string, reference: readonly string[][], candidate: readonly string[][]): Shared {
  if (kind === 'rougeLsum') return sharedSummary(reference, candidate);
  const [theirs, own] = [reference.flat(), candidate.flat()];
  return kind === 'rougeL' ? sharedSubsequence(theirs, own) : sharedGrams(theirs, own, Number(kind.slice('rouge'.length)));
}

/** The first of equal ones, as the original's `score_multi` chooses. */
function bestOf(references: readonly Parts[]): Parts {
  return references.reduce((best, own) => (own.f > best.f ? own : best));
}
