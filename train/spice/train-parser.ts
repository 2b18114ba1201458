/** Trains the caption parser: a structured learner over beams of transitions with max-violation updates (Huang et al. 2012). */
import { createRandom } from '../../src/core/index.ts';
import { type BeamStep, StanfordParser, sequenceKey } from '../../src/metrics/spice/parse/stanford-parser.ts';
import { MOST_PARSER_FEATURES, parserFeatures, type TaggedSentence } from '../../src/metrics/spice/parse/stanford-parser-features.ts';
import { goldTransitions, ParserState, type Transition } from '../../src/metrics/spice/parse/stanford-transitions.ts';
import type { PackedFeature } from '../../src/nlp/linear-models/packed-model.ts';
import { Learner } from './learner.ts';

export interface ParserExample {
  /** The tag sequences that the tagger proposes, best first. */
  sentences: TaggedSentence[];
  margins: number[];
  /** Which of them is nearest to the true one. */
  nearest: number;
  gold: number[];
}

export interface ParserOptions {
  epochs: number;
  seed: number;
  beam?: number;
  rootRelation: number;
  minChanges?: number;
}

/** The transition classes that the captions need, in order of first use. */
export function transitionsOf(captions: readonly { heads: number[]; relations: number[] }[]) {
  const transitions: Transition[] = [];
  const known = new Map<string, number>();
  const golds = captions.map(({ heads, relations }) => {
    const sequence = goldTransitions(heads, relations);
    return sequence?.map((transition) => {
      const key = `${transition.kind} ${transition.relation}`;
      const number = known.get(key) ?? transitions.push(transition) - 1;
      known.set(key, number);
      return number;
    });
  });
  return { transitions, golds };
}

export function trainParser(
  examples: readonly ParserExample[],
  transitions: readonly Transition[],
  options: ParserOptions,
): PackedFeature[] {
  const { epochs, seed, beam = 6, rootRelation, minChanges = 2 } = options;
  const learner = new Learner();
  const parser = new StanfordParser(learner, transitions, { rootRelation, beam });
  const features = new Int32Array(MOST_PARSER_FEATURES);
  const scores = new Int32Array(transitions.length);
  const random = createRandom(seed);
  const key = new Int32Array(1);

  const walk = (sentence: TaggedSentence, classes: readonly number[], visit: (count: number, cls: number) => void) => {
    const state = new ParserState(sentence.length);
    state.reset(sentence.length, 0, 0);
    for (const cls of classes) {
      visit(parserFeatures(state, sentence, features), cls);
      state.apply(transitions[cls]);
    }
  };

  for (let epoch = 0; epoch < epochs; epoch++) {
    let updates = 0;
    const started = performance.now();
    for (const { sentences, margins, nearest, gold } of random.shuffle(examples)) {
      learner.time++;
      const steps: BeamStep[] = [];
      parser.parse(sentences, margins, (step) => steps.push(step));
      let goldScore = parser.sequenceScore(margins, nearest);
      let worst = { violation: -1, step: -1 };
      let at = 0;
      walk(sentences[nearest], gold, (count, cls) => {
        scores.fill(0);
        learner.score(features, count, scores);
        goldScore += scores[cls];
        const violation = steps[at].scores[0] - goldScore;
        if (violation >= worst.violation) worst = { violation, step: at };
        at++;
      });
      const guess: number[] = [];
      let place = 0;
      for (let step = worst.step; step >= 0; step--) {
        guess.unshift(steps[step].classes[place]);
        place = steps[step].parents[place];
      }
      const sequence = steps[worst.step].sequences[0];
      let same = 0;
      if (sequence === nearest) while (same < guess.length && guess[same] === gold[same]) same++;
      if (same === guess.length) continue;
      updates++;
      const change = (classes: readonly number[], chosen: number, delta: number) => {
        let step = 0;
        walk(sentences[chosen], classes.slice(0, guess.length), (count, cls) => {
          if (step++ >= same) learner.update(features, count, cls, delta);
        });
        if (sequence === nearest) return;
        key[0] = sequenceKey(margins, chosen);
        learner.update(key, 1, 0, delta);
      };
      change(gold, nearest, 1);
      change(guess, sequence, -1);
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`parser epoch ${epoch + 1}: ${updates} of ${examples.length} updated, ${learner.size} features, ${seconds} s\n`);
  }
  return learner.features({ minChanges });
}
