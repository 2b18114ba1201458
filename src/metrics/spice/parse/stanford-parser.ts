/** A beam-search dependency parser for captions (Zhang and Clark 2008): what Stanford's PCFG parser would say, as basic dependencies. */
import { featureKey } from '../../../nlp/linear-models/index.ts';
import { MOST_PARSER_FEATURES, parserFeatures, type TaggedSentence } from './stanford-parser-features.ts';
import type { LinearScorer } from './stanford-tagger.ts';
import { ParserState, type Transition } from './stanford-transitions.ts';

export interface ParsedTree {
  /** 1-based; 0 for the root. */
  heads: number[];
  /** Numbers of the relations in the parser's list. */
  relations: number[];
  /** Which of the tag sequences it was read with. */
  sequence: number;
  score: number;
}

/** One choice of the beam, for those who train: its transition and where it came from. */
export interface BeamStep {
  classes: number[];
  parents: number[];
  scores: number[];
  sequences: number[];
}

/** A tag sequence is judged by its rank and by how far it falls behind the tagger's first one. */
export function sequenceKey(margins: readonly number[], sequence: number): number {
  return featureKey(299, Math.min(4, sequence), Math.min(24, Math.round(2 * Math.log2(1 + margins[sequence]))));
}

export class StanfordParser {
  readonly transitions: readonly Transition[];
  private readonly model: LinearScorer;
  private readonly rootRelation: number;
  private readonly beam: number;
  /** Derivations that fall further behind the best one are given up. */
  private readonly margin: number;
  private readonly features = new Int32Array(MOST_PARSER_FEATURES);
  private readonly scores: Int32Array;
  private current: ParserState[];
  private next: ParserState[];

  constructor(
    model: LinearScorer,
    transitions: readonly Transition[],
    { rootRelation, beam = 8, margin = Number.POSITIVE_INFINITY }: { rootRelation: number; beam?: number; margin?: number },
  ) {
    this.model = model;
    this.transitions = transitions;
    this.rootRelation = rootRelation;
    this.beam = beam;
    this.margin = margin;
    this.scores = new Int32Array(transitions.length);
    this.current = Array.from({ length: beam }, () => new ParserState(32));
    this.next = Array.from({ length: beam }, () => new ParserState(32));
  }

  /** Reads all tag sequences at once; the one with the best tree wins. `record` sees every step. */
  parse(sentences: readonly TaggedSentence[], margins: readonly number[], record?: (step: BeamStep) => void): ParsedTree {
    const { beam, transitions, rootRelation, features, scores, model } = this;
    const length = sentences[0]?.length ?? 0;
    let alive = Math.min(beam, sentences.length);
    for (let i = 0; i < alive; i++) this.current[i].reset(length, i, this.sequenceScore(margins, i));
    const candidateScores = new Float64Array(beam);
    const candidateClasses = new Int32Array(beam);
    const candidateStates = new Int32Array(beam);
    for (let step = 0; step < 2 * length; step++) {
      let kept = 0;
      for (let i = 0; i < alive; i++) {
        const state = this.current[i];
        scores.fill(0);
        model.score(features, parserFeatures(state, sentences[state.sequence], features), scores);
        for (let c = 0; c < transitions.length; c++) {
          const score = state.score + scores[c];
          if (kept === beam && score <= candidateScores[beam - 1]) continue;
          if (!state.allows(transitions[c], rootRelation)) continue;
          let at = kept < beam ? kept++ : beam - 1;
          for (; at > 0 && candidateScores[at - 1] < score; at--) {
            candidateScores[at] = candidateScores[at - 1];
            candidateClasses[at] = candidateClasses[at - 1];
            candidateStates[at] = candidateStates[at - 1];
          }
          candidateScores[at] = score;
          candidateClasses[at] = c;
          candidateStates[at] = i;
        }
      }
      while (kept > 1 && candidateScores[kept - 1] < candidateScores[0] - this.margin) kept--;
      for (let i = 0; i < kept; i++) {
        const state = this.next[i];
        state.copyFrom(this.current[candidateStates[i]]);
        state.apply(transitions[candidateClasses[i]]);
        state.score = candidateScores[i];
      }
      record?.({
        classes: Array.from(candidateClasses.subarray(0, kept)),
        parents: Array.from(candidateStates.subarray(0, kept)),
        scores: Array.from(candidateScores.subarray(0, kept)),
        sequences: this.next.slice(0, kept).map((state) => state.sequence),
      });
      [this.current, this.next] = [this.next, this.current];
      alive = kept;
    }
    return treeOf(this.current[0], rootRelation);
  }

  /** Score with which a derivation starts for its choice of tags; `margins` say how far each sequence is behind the first. */
  sequenceScore(margins: readonly number[], sequence: number): number {
    this.features[0] = sequenceKey(margins, sequence);
    this.scores.fill(0);
    this.model.score(this.features, 1, this.scores);
    return this.scores[0];
  }
}

/** A further root hangs on the first one: a sentence has one root. */
function treeOf(state: ParserState, rootRelation: number): ParsedTree {
  const heads: number[] = [];
  const relations: number[] = [];
  let root = 0;
  for (let word = 0; word < state.length; word++) {
    const head = state.head(word);
    if (head === state.length && root === 0) root = word + 1;
    const isRoot = head === state.length;
    heads.push(isRoot ? (root === word + 1 ? 0 : root) : head + 1);
    relations.push(isRoot && root !== word + 1 ? -1 : isRoot ? rootRelation : state.relation(word));
  }
  return { heads, relations, sequence: state.sequence, score: state.score };
}
