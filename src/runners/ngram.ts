/** An n-gram model that must use every keyword: Kneser–Ney, decoded with dynamic beam allocation (Post and Vilar, 2018). */
import { InputError, type Item, type Runner } from '../core/index.ts';
import { sha256 } from '../files/index.ts';
import { constrainedBeamSearch, type NextTokenScorer, ngramScorer, trainNgramModel } from '../nlp/language-models/index.ts';
import { joinWords, toConstraint, wordsOf } from './keyword-forms.ts';

export interface NgramRunnerOptions {
  /** Training items: their references are learned. */
  pool: readonly Item[];
  keywords(item: Item): readonly string[];
  order?: number;
  beams?: number;
  maxOutputTokens?: number;
  /** Give the best so many of the sentences that the search finishes. */
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

/** Contexts come again in every sentence; their distributions are kept, the oldest given up first. */
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
