/** ROUGE-L (Lin 2004) as pycocoevalcap 1.2 computes it: best precision and best recall, even of different references. */
import type { Metric } from '../../core/index.ts';
import { meanOf } from './mean-of.ts';
import { referenceCount } from './reference-count.ts';
import { longestCommonSubsequence } from './rouge-shared.ts';

export interface RougeCocoOptions {
  /** How many times more recall counts than precision; default: 1.2. */
  beta?: number;
}

export function createRougeCoco({ beta = 1.2 }: RougeCocoOptions = {}): Metric<number, { references: string }> {
  return {
    name: 'rougeLCoco',
    outputs: ['rougeLCoco'],
    summary: 'ROUGE-L (Lin 2004) as pycocoevalcap computes it',
    cost: 'fast',
    prepare: async (inputs) => ({ references: referenceCount(inputs) }),
    signature: ({ references }) => `rougeLCoco|refs:${references}|tok:coco|beta:${beta}|best:precision+recall`,
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
      return ((1 + beta ** 2) * precision * recall) / (recall + beta ** 2 * precision);
    },
    score: (stats) => ({ rougeLCoco: meanOf(stats) }),
  };
}

export const rougeLCoco = createRougeCoco();

/** The original splits at single spaces, so that a text without words has one: the empty word. */
function orEmptyWord(tokens: readonly string[]): readonly string[] {
  return tokens.length > 0 ? tokens : [''];
}
