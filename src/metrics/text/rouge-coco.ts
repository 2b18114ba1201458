/** ROUGE-L (Lin 2004) as pycocoevalcap 1.2 computes it: best precision and best recall over the references, which may be of different references. */
import type { Metric } from '../../core/index.ts';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';
import { meanOf } from './mean-of.ts';
import { referenceCount } from './reference-count.ts';

const BETA = 1.2;

export const rougeCoco: Metric<number, { references: string }> = {
  name: 'rougeLCoco',
  outputs: ['rougeLCoco'],
  paper: 'Lin 2004; pycocoevalcap',
  prepare: async (inputs) => ({ references: referenceCount(inputs) }),
  signature: ({ references }) => `rougeLCoco|refs:${references}|tok:coco|beta:1.2|best:precision+recall`,
  segment({ tokens }) {
    const candidate = orEmptyWord(tokens.candidate);
    let precision = 0;
    let recall = 0;
    for (const reference of tokens.references.map(orEmptyWord)) {
      const common = longestCommonSubsequence(candidate, reference);
      precision = Math.max(precision, common / candidate.length);
      recall = Math.max(recall, common / reference.length);
    }
    if (precision === 0 || recall === 0) return 0;
    return ((1 + BETA ** 2) * precision * recall) / (recall + BETA ** 2 * precision);
  },
  score: (stats) => ({ rougeLCoco: meanOf(stats) }),
};

/** The original splits at single spaces, so that a text without words has one: the empty word. */
function orEmptyWord(tokens: readonly string[]): readonly string[] {
  return tokens.length > 0 ? tokens : [''];
}
