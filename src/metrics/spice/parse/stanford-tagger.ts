/** The best few tag sequences of a lower-cased caption, by an averaged perceptron with a beam (Collins 2002). */
import { featureKey, hashText } from '../../../nlp/linear-models/index.ts';

/** A trained model: adds the weights of the features to the score of each class. */
export interface LinearScorer {
  score(features: Int32Array, count: number, scores: Int32Array): void;
}

export interface TagSequence {
  /** Numbers of the tags in the tagger's list. */
  tags: Uint8Array;
  score: number;
}

/** Hashes of a word, its endings and its beginnings; bits for a hyphen, a digit, an apostrophe. */
export interface WordInfo {
  lower: number;
  suffix1: number;
  suffix2: number;
  suffix3: number;
  suffix4: number;
  prefix2: number;
  prefix3: number;
  flags: number;
}

const NO_WORD = 0x2f1b3c77;
const NO_TAG = 255;
const MOST_FEATURES = 48;

/** The features that do not depend on other tags. */
export function wordFeatures(words: readonly WordInfo[], i: number, into: Int32Array): number {
  const word = words[i];
  const w = word.lower;
  const p1 = words[i - 1]?.lower ?? NO_WORD;
  const p2 = words[i - 2]?.lower ?? NO_WORD;
  const n1 = words[i + 1]?.lower ?? NO_WORD;
  const n2 = words[i + 2]?.lower ?? NO_WORD;
  const place = (i === 0 ? 1 : 0) + (i === words.length - 1 ? 2 : 0);
  let n = 0;
  into[n++] = featureKey(100, w);
  into[n++] = featureKey(101, word.suffix1, word.flags);
  into[n++] = featureKey(102, word.suffix2);
  into[n++] = featureKey(103, word.suffix3);
  into[n++] = featureKey(104, word.suffix4);
  into[n++] = featureKey(105, word.prefix2);
  into[n++] = featureKey(106, word.prefix3);
  into[n++] = featureKey(107, p1);
  into[n++] = featureKey(108, n1);
  into[n++] = featureKey(109, p2);
  into[n++] = featureKey(110, n2);
  into[n++] = featureKey(111, p1, w);
  into[n++] = featureKey(112, w, n1);
  into[n++] = featureKey(113, p1, n1);
  into[n++] = featureKey(114, n1, n2);
  into[n++] = featureKey(115, p2, p1);
  into[n++] = featureKey(116, words[i - 1]?.suffix3 ?? NO_WORD, word.suffix2);
  into[n++] = featureKey(117, words[i + 1]?.suffix3 ?? NO_WORD, word.suffix2);
  into[n++] = featureKey(118, words[i + 1]?.suffix2 ?? NO_WORD, words[i + 2]?.suffix2 ?? NO_WORD);
  into[n++] = featureKey(119, place, word.suffix3);
  into[n++] = featureKey(120, place, w);
  into[n++] = featureKey(121, words[i + 3]?.lower ?? NO_WORD);
  into[n++] = featureKey(122, words[i - 3]?.lower ?? NO_WORD);
  into[n++] = featureKey(123, w, n2);
  into[n++] = featureKey(124, p2, w);
  into[n++] = featureKey(125, word.flags, word.suffix2);
  return n;
}

/** The features that depend on the tags before; `verb` is the last verb tag so far. */
export function tagFeatures(
  words: readonly WordInfo[],
  i: number,
  history: { tag1: number; tag2: number; verb: number },
  into: Int32Array,
): number {
  const { tag1, tag2, verb } = history;
  const word = words[i];
  const n1 = words[i + 1]?.lower ?? NO_WORD;
  let n = 0;
  into[n++] = featureKey(140, tag1);
  into[n++] = featureKey(141, tag1, tag2);
  into[n++] = featureKey(142, tag1, word.lower);
  into[n++] = featureKey(143, tag1, word.suffix3);
  into[n++] = featureKey(144, tag1, n1);
  into[n++] = featureKey(145, tag1, word.suffix2, words[i + 1]?.suffix2 ?? NO_WORD);
  into[n++] = featureKey(146, tag1, tag2, word.lower);
  into[n++] = featureKey(147, verb, word.suffix3);
  into[n++] = featureKey(148, verb, word.lower);
  into[n++] = featureKey(149, verb, tag1, word.suffix2);
  into[n++] = featureKey(150, tag1, tag2, word.suffix3);
  into[n++] = featureKey(151, verb, tag1, n1);
  return n;
}

/** All digits count as one. */
function describeWord(form: string): WordInfo {
  const word = form.replace(/[0-9]/g, '0');
  return {
    lower: hashText(word),
    suffix1: hashText(word.slice(-1)),
    suffix2: hashText(word.slice(-2)),
    suffix3: hashText(word.slice(-3)),
    suffix4: hashText(word.slice(-4)),
    prefix2: hashText(word.slice(0, 2)),
    prefix3: hashText(word.slice(0, 3)),
    flags: (word.includes('-') ? 1 : 0) | (word.includes('0') ? 2 : 0) | (word.includes("'") ? 4 : 0),
  };
}

interface Hypothesis {
  score: number;
  tag1: number;
  tag2: number;
  verb: number;
  before: Hypothesis | null;
}

export class StanfordTagger {
  readonly tags: readonly string[];
  private readonly model: LinearScorer;
  private readonly beam: number;
  /** Sequences that fall further behind the best one are given up. */
  private readonly margin: number;
  private readonly isVerb: boolean[];
  private readonly infos = new Map<string, WordInfo>();
  private readonly features = new Int32Array(MOST_FEATURES);
  private readonly base: Int32Array;
  private readonly scores: Int32Array;

  constructor(
    model: LinearScorer,
    tags: readonly string[],
    { beam = 4, margin = Number.POSITIVE_INFINITY }: { beam?: number; margin?: number } = {},
  ) {
    this.model = model;
    this.tags = tags;
    this.beam = beam;
    this.margin = margin;
    this.isVerb = tags.map((tag) => tag.startsWith('VB') || tag === 'MD');
    this.base = new Int32Array(tags.length);
    this.scores = new Int32Array(tags.length);
  }

  describe(words: readonly string[]): WordInfo[] {
    return words.map((word) => {
      const known = this.infos.get(word) ?? describeWord(word);
      this.infos.set(word, known);
      return known;
    });
  }

  /** The best sequences, best first. */
  best(words: readonly WordInfo[], count: number): TagSequence[] {
    let beam: Hypothesis[] = [{ score: 0, tag1: NO_TAG, tag2: NO_TAG, verb: NO_TAG, before: null }];
    for (let i = 0; i < words.length; i++) beam = this.extend(words, i, beam);
    return beam.slice(0, count).map((last) => ({ tags: tagsOf(last, words.length), score: last.score }));
  }

  extend(words: readonly WordInfo[], i: number, beam: readonly Hypothesis[]): Hypothesis[] {
    const { model, features, base, scores, tags } = this;
    base.fill(0);
    model.score(features, wordFeatures(words, i, features), base);
    const next: Hypothesis[] = [];
    for (const before of beam) {
      scores.set(base);
      model.score(features, tagFeatures(words, i, before, features), scores);
      for (let tag = 0; tag < tags.length; tag++) {
        const score = before.score + scores[tag];
        if (next.length === this.beam && score <= next[next.length - 1].score) continue;
        const made = { score, tag1: tag, tag2: before.tag1, verb: this.isVerb[tag] ? tag : before.verb, before };
        insert(next, made, this.beam);
      }
    }
    while (next[next.length - 1].score < next[0].score - this.margin) next.pop();
    return next;
  }
}

function insert(sorted: Hypothesis[], made: Hypothesis, limit: number): void {
  let at = sorted.length;
  while (at > 0 && sorted[at - 1].score < made.score) at--;
  sorted.splice(at, 0, made);
  if (sorted.length > limit) sorted.pop();
}

function tagsOf(last: Hypothesis, length: number): Uint8Array {
  const tags = new Uint8Array(length);
  let hypothesis: Hypothesis | null = last;
  for (let i = length - 1; i >= 0 && hypothesis !== null; i--) {
    tags[i] = hypothesis.tag1;
    hypothesis = hypothesis.before;
  }
  return tags;
}
