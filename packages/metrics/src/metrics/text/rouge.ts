/** F of ROUGE-1, ROUGE-2 and ROUGE-L (Lin 2004) as in rouge-score 0.1.2: plain or stemmed, best reference or mean. */
import { defineMetric, type Measure } from '../../core/index.ts';
import { meanOf } from './mean-of.ts';
import { referenceCount } from './reference-count.ts';
import { partsOf, sharedGrams, sharedSubsequence } from './rouge-shared.ts';

export interface Stemmer {
  /** Names it in the signature. */
  name: string;
  stem(word: string): string;
}

export interface RougeOptions {
  /** Stems the words of both texts; default: none. */
  stemmer?: Stemmer;
  /** Scores of several references: the best of each, or the mean. */
  over: 'best' | 'mean';
}

interface RougeScores {
  rouge1: number;
  rouge2: number;
  rougeL: number;
}

const KINDS = ['rouge1', 'rouge2', 'rougeL'] as const;

/** The outputs are `rouge1`, `rouge2`, `rougeL`, with `Stem` and `Mean` behind them where they apply. */
export function createRouge({ stemmer, over }: RougeOptions): Measure<readonly RougeScores[], { references: string }> {
  const suffix = `${stemmer ? 'Stem' : ''}${over === 'mean' ? 'Mean' : ''}`;
  return {
    prepare: async (inputs) => ({ references: referenceCount(inputs) }),
    signature: ({ references }) =>
      `rouge${suffix}|refs:${references},${over === 'mean' ? 'mean-of-all' : 'best'}|tok:rouge-score|stem:${stemmer?.name ?? 'no'}`,
    segment({ item, candidate }) {
      const words = rougeWords(candidate, stemmer);
      const scores = item.references.map((reference) => compare(rougeWords(reference, stemmer), words));
      return over === 'mean' ? scores : [best(scores)];
    },
    // The mean over all references of all items, as CommonGen's evaluator takes it: an item with more references weighs more.
    score: (stats) =>
      Object.fromEntries(KINDS.map((kind) => [kind + suffix, meanOf(stats.flatMap((item) => item.map((score) => score[kind])))])),
  };
}

const outputsWith = (suffix: string) => KINDS.map((kind) => kind + suffix);

export const rouge = defineMetric({
  name: 'rouge',
  summary: 'ROUGE-1, -2 and -L, F of the best reference (Lin 2004) as rouge-score computes it',
  cost: 'fast',
  outputs: outputsWith(''),
  create: () => createRouge({ over: 'best' }),
});

export const rougeMean = defineMetric({
  name: 'rougeMean',
  summary: 'ROUGE, mean over all references',
  cost: 'fast',
  outputs: outputsWith('Mean'),
  create: () => createRouge({ over: 'mean' }),
});

export const rougeStem = defineMetric({
  name: 'rougeStem',
  summary: 'ROUGE of stemmed words, best reference',
  cost: 'fast',
  outputs: outputsWith('Stem'),
  create: async () => createRouge({ over: 'best', stemmer: await loadPorter() }),
});

export const rougeStemMean = defineMetric({
  name: 'rougeStemMean',
  summary: "ROUGE of stemmed words, mean over all references: CommonGen's",
  cost: 'fast',
  outputs: outputsWith('StemMean'),
  create: async () => createRouge({ over: 'mean', stemmer: await loadPorter() }),
});

export async function loadPorter(): Promise<Stemmer> {
  return { name: 'porter', stem: (await import('../../nlp/words/stem-porter-nltk.ts')).stemPorterNltk };
}

/** The best F of each kind, which may be of different references. */
function best(scores: readonly RougeScores[]): RougeScores {
  const most = (kind: keyof RougeScores) => scores.reduce((value, score) => Math.max(value, score[kind]), 0);
  return { rouge1: most('rouge1'), rouge2: most('rouge2'), rougeL: most('rougeL') };
}

/** Lower case, runs of anything but a–z and 0–9 are blanks; words of more than three letters are stemmed. */
export function rougeWords(text: string, stemmer?: Stemmer): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stemmer ? words.map((word) => (word.length > 3 ? stemmer.stem(word) : word)) : words;
}

function compare(reference: readonly string[], candidate: readonly string[]): RougeScores {
  return {
    rouge1: partsOf(sharedGrams(reference, candidate, 1)).f,
    rouge2: partsOf(sharedGrams(reference, candidate, 2)).f,
    rougeL: partsOf(sharedSubsequence(reference, candidate)).f,
  };
}
