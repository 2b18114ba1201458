/** Precision, recall and F of ROUGE-1 to -9, -L and -Lsum (Lin 2004) as in rouge-score 0.1.2, of the reference with the best F. */
import type { Metric } from '../../core/index.ts';
import { meanOf } from './mean-of.ts';
import { referenceCount } from './reference-count.ts';
import { rougeWords, type Stemmer } from './rouge.ts';
import { type RougeParts as Parts, partsOf, type Shared, sharedGrams, sharedSubsequence, sharedSummary } from './rouge-shared.ts';

export interface RougePartsOptions {
  name: string;
  /** `rouge3`, `rougeL`, `rougeLsum`, … */
  kinds: readonly string[];
  /** Kinds of which F is an output too; of the others the metric `rouge` has it. */
  withF: readonly string[];
  stemmer?: Stemmer;
}

/** One for each kind, in their order. */
type RougePartsStats = readonly Parts[];

export function createRougeParts({ name, kinds, withF, stemmer }: RougePartsOptions): Metric<RougePartsStats, { references: string }> {
  const suffix = stemmer ? 'Stem' : '';
  return {
    name: name + suffix,
    outputs: kinds.flatMap((kind) => [...(withF.includes(kind) ? [kind + suffix] : []), `${kind}P${suffix}`, `${kind}R${suffix}`]),
    paper: 'Lin 2004; rouge-score',
    prepare: async (inputs) => ({ references: referenceCount(inputs) }),
    signature: ({ references }) =>
      `${name + suffix}|refs:${references},best-f|tok:rouge-score|stem:${stemmer?.name ?? 'no'}${kinds.includes('rougeLsum') ? '|sentences:lines' : ''}`,
    segment({ item, candidate }) {
      // One list of words a line: rougeLsum takes lines for sentences, the others all words together.
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
}

function shared(kind: string, reference: readonly string[][], candidate: readonly string[][]): Shared {
  if (kind === 'rougeLsum') return sharedSummary(reference, candidate);
  const [theirs, own] = [reference.flat(), candidate.flat()];
  return kind === 'rougeL' ? sharedSubsequence(theirs, own) : sharedGrams(theirs, own, Number(kind.slice('rouge'.length)));
}

/** The first of equal ones, as the original's `score_multi` chooses. */
function bestOf(references: readonly Parts[]): Parts {
  return references.reduce((best, own) => (own.f > best.f ? own : best));
}
