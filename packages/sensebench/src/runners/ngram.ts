/** An n-gram model (Kneser–Ney) whose outputs contain every keyword, by dynamic beam allocation (Post and Vilar, 2018). */

import { defineRunner, InputError, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { sha256 } from '../files/index.ts';
import { constrainedBeamSearch, type NextTokenScorer, ngramScorer, trainNgramModel } from '../nlp/language-models/index.ts';
import { demandKeywords } from './demand.ts';
import { joinWords, toConstraint, wordsOf } from './keyword-forms.ts';
import { listLength, rankingOptions } from './ranking-options.ts';

export interface NgramRunnerOptions {
  /** Training items, whose references are learned. */
  pool: readonly Item[];
  keywords(item: Item): readonly string[];
  order?: number;
  beams?: number;
  maxOutputTokens?: number;
  /** The number of best finished sentences to return. */
  nbest?: number;
}

export function createNgramRunner({ pool, keywords, order = 3, beams = 20, maxOutputTokens = 40, nbest }: NgramRunnerOptions): Runner {
  const sentences = pool.flatMap(({ references }) => references.map(wordsOf));
  if (sentences.length === 0) throw new InputError('the ngram baseline needs training items with references; give them with --train');
  const scorer = remember(ngramScorer(trainNgramModel(sentences, { order })), { words: order - 1 });
  return {
    id: `ngram:${order}`,
    settings: { beams, maxOutputTokens, ...(nbest ? { nbest } : {}) },
    nbest,
    depends: { train: sha256(JSON.stringify(sentences)) },
    withoutPrompt: true,
    async predict({ item }) {
      const found = await constrainedBeamSearch(scorer, keywords(item).map(toConstraint), {
        beam: beams,
        maxLength: maxOutputTokens,
        stop: 'best',
        most: nbest,
      });
      const ranked = found.map(({ tokens, score }) => ({ text: joinWords(tokens), score }));
      return { text: ranked[0]?.text ?? '', ...(nbest ? { nbest: ranked } : {}) };
    },
  };
}

/** Contexts recur in every sentence, so that their distributions are cached; the oldest are removed first. */
function remember(scorer: NextTokenScorer, { words: seen, most = 400 }: { words: number; most?: number }): NextTokenScorer {
  const known = new Map<string, ArrayLike<number>>();
  return {
    ...scorer,
    score: (prefixes) =>
      Promise.all(
        prefixes.map(async (prefix) => {
          const key = [Math.min(prefix.length, seen), ...prefix.slice(Math.max(0, prefix.length - seen))].join('\u0000');
          const found = known.get(key);
          if (found) return found;
          const [row] = await scorer.score([prefix]);
          known.set(key, row);
          const [oldest] = known.keys();
          if (known.size > most && oldest !== undefined) known.delete(oldest);
          return row;
        }),
      ),
  };
}

const MOST_WORDS = 6;

export const ngram = defineRunner({
  name: 'ngram',
  summary: 'an n-gram model of the training references whose outputs contain every keyword',
  target: { grammar: 'ORDER', optional: true },
  options: z.object({
    beams: z.number().int().positive().default(20).describe('width of the beam'),
    maxTokens: z.number().int().positive().default(40).describe('longest output in tokens'),
    ...rankingOptions,
  }),
  examples: ['ngram', 'ngram:4(beams=50)', 'ngram(rerank=coverage+lm)'],
  create: ({ spec, target, options: { beams, maxTokens, ...ranking } }, { benchmark, pool }) =>
    createNgramRunner({
      pool,
      keywords: demandKeywords(benchmark, `the model "${spec}"`),
      order: target === '' ? undefined : readOrder(target),
      beams,
      maxOutputTokens: maxTokens,
      nbest: listLength(ranking),
    }),
});

function readOrder(text: string): number {
  const order = Number(text);
  if (!Number.isInteger(order) || order < 1 || order > MOST_WORDS)
    throw new InputError(`there is no model "ngram:${text}"`, { expected: `ngram:1 to ngram:${MOST_WORDS}` });
  return order;
}
