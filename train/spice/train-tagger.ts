/** Trains the caption tagger: an averaged learner with beam search and max-violation updates (Huang et al. 2012). */
import { createRandom } from '../../src/core/index.ts';
import { StanfordTagger, tagFeatures, type WordInfo, wordFeatures } from '../../src/metrics/spice/parse/stanford-tagger.ts';
import type { PackedFeature } from '../../src/nlp/linear-models/packed-model.ts';
import { Learner } from './learner.ts';
import type { ParsedCaption } from './parses.ts';

const NO_TAG = 255;

export interface TaggerOptions {
  epochs: number;
  seed: number;
  beam?: number;
  minChanges?: number;
}

export function trainTagger(captions: readonly ParsedCaption[], tags: readonly string[], options: TaggerOptions): PackedFeature[] {
  const { epochs, seed, beam = 4, minChanges = 2 } = options;
  const learner = new Learner();
  const tagger = new StanfordTagger(learner, tags, { beam });
  const isVerb = tags.map((tag) => tag.startsWith('VB') || tag === 'MD');
  const random = createRandom(seed);
  const features = new Int32Array(64);
  const examples = captions.map((caption) => ({
    words: tagger.describe(caption.words),
    gold: Uint8Array.from(caption.tags, (tag) => tags.indexOf(tag)),
  }));
  const scores = new Int32Array(tags.length);

  const update = (words: readonly WordInfo[], sequence: ArrayLike<number>, other: ArrayLike<number>, end: number, delta: number) => {
    let verb = NO_TAG;
    for (let i = 0; i <= end; i++) {
      const tag1 = i > 0 ? sequence[i - 1] : NO_TAG;
      const tag2 = i > 1 ? sequence[i - 2] : NO_TAG;
      if (sequence[i] !== other[i]) {
        learner.update(features, wordFeatures(words, i, features), sequence[i], delta);
      }
      learner.update(features, tagFeatures(words, i, { tag1, tag2, verb }, features), sequence[i], delta);
      if (isVerb[sequence[i]]) verb = sequence[i];
    }
  };

  for (let epoch = 0; epoch < epochs; epoch++) {
    let wrong = 0;
    for (const { words, gold } of random.shuffle(examples)) {
      learner.time++;
      let hypotheses: Parameters<StanfordTagger['extend']>[2] = [{ score: 0, tag1: NO_TAG, tag2: NO_TAG, verb: NO_TAG, before: null }];
      let goldScore = 0;
      let verb = NO_TAG;
      let worst = { violation: -1, end: -1, last: hypotheses[0] };
      for (let i = 0; i < words.length; i++) {
        hypotheses = tagger.extend(words, i, hypotheses);
        scores.fill(0);
        learner.score(features, wordFeatures(words, i, features), scores);
        const history = { tag1: i > 0 ? gold[i - 1] : NO_TAG, tag2: i > 1 ? gold[i - 2] : NO_TAG, verb };
        learner.score(features, tagFeatures(words, i, history, features), scores);
        goldScore += scores[gold[i]];
        if (isVerb[gold[i]]) verb = gold[i];
        const violation = hypotheses[0].score - goldScore;
        if (violation >= worst.violation) worst = { violation, end: i, last: hypotheses[0] };
      }
      const guess = new Uint8Array(worst.end + 1);
      let at: typeof worst.last | null = worst.last;
      for (let i = worst.end; i >= 0 && at !== null; i--) {
        guess[i] = at.tag1;
        at = at.before;
      }
      if (guess.every((tag, i) => tag === gold[i])) continue;
      wrong++;
      update(words, gold, guess, worst.end, 1);
      update(words, guess, gold, worst.end, -1);
    }
    process.stderr.write(`tagger epoch ${epoch + 1}: ${wrong} of ${examples.length} sentences wrong\n`);
  }
  return learner.features({ minChanges });
}
