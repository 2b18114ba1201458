/** An n-gram language model as the next-token scorer of constrained decoding. */
import type { NextTokenScorer } from './constrained-beam.ts';
import { BEGIN, END, UNKNOWN } from './ngram-counts.ts';
import type { NgramModel } from './ngram-model.ts';

export function ngramScorer(model: NgramModel): NextTokenScorer {
  return {
    vocabulary: model.vocabulary,
    end: END,
    hidden: new Set([BEGIN, UNKNOWN]),
    unknown: model.vocabulary.indexOf(UNKNOWN),
    score: async (prefixes) => {
      // Prefixes that end alike have the same continuation.
      const known = new Map<string, Float64Array>();
      return prefixes.map((prefix) => {
        const context = model.order === 1 ? [] : [BEGIN, ...prefix].slice(-(model.order - 1));
        const key = context.join('\u0000');
        const row = known.get(key) ?? model.distribution(context);
        known.set(key, row);
        return row;
      });
    },
  };
}
