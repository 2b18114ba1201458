/** Greedy arc-hybrid dependency parser: an averaged perceptron chooses each transition (Goldberg and Nivre 2013). */

import type { ParsedToken } from '@sensebench/metrics/internal/core';
import { hashText } from '@sensebench/metrics/internal/nlp/linear-models/feature-key.ts';
import { SparseModel } from '@sensebench/metrics/internal/nlp/linear-models/sparse-model.ts';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { MAX_FEATURES, type ParserInput, parserFeatures, parserInput } from './parser-features.ts';
import { LEFT, ParserState, RIGHT, SHIFT } from './parser-state.ts';

/** Another parser's heads (1-based, 0 for the root) and relations, of any set. */
export interface ParserHints {
  heads: readonly number[];
  relations: readonly string[];
}

/** The words and tags of a sentence as the parser reads them. */
export function parserInputOf(words: readonly WordInfo[], tags: readonly string[], hints?: ParserHints): ParserInput {
  const input = parserInput(
    words.map((word) => word.lower),
    tags.map((tag) => tagNumber(tag)),
    words.map((word) => word.cluster),
  );
  if (hints) {
    const heads = Int32Array.from(hints.heads, (head) => (head === 0 ? words.length : head - 1));
    input.hints = { heads, relations: Int32Array.from(hints.relations, (relation) => tagNumber(relation)) };
  }
  return input;
}

/** Tags are hashed, so that a parser knows any tag set. */
const tagNumbers = new Map<string, number>();
function tagNumber(tag: string): number {
  let number = tagNumbers.get(tag);
  if (number === undefined) {
    number = hashText(tag) & 0xffff;
    tagNumbers.set(tag, number);
  }
  return number;
}

export class Parser {
  readonly relations: string[];
  private readonly model: SparseModel;
  private readonly state = new ParserState();
  private readonly features = new Int32Array(MAX_FEATURES);
  private readonly scores: Int32Array;

  constructor(bytes: Uint8Array) {
    this.model = SparseModel.decode(bytes, 'parser');
    this.relations = this.model.labels;
    this.scores = new Int32Array(1 + 2 * this.relations.length);
  }

  parse(words: readonly WordInfo[], tags: readonly string[], hints?: ParserHints): ParsedToken[] {
    const { state, features, scores, relations } = this;
    const input = parserInputOf(words, tags, hints);
    state.reset(input.length);
    if (input.length === 0) return [];
    while (!state.done) {
      scores.fill(0);
      this.model.score(features, parserFeatures(state, input, features), scores);
      const best = bestClass(state, scores, relations.length);
      const action = best === 0 ? SHIFT : best <= relations.length ? LEFT : RIGHT;
      state.apply(action, best === 0 ? 0 : (best - 1) % relations.length);
    }
    return Array.from({ length: input.length }, (_, i) => ({
      head: state.heads[i] === input.length ? 0 : state.heads[i] + 1,
      relation: relations[state.relations[i]],
    }));
  }
}

/** The best-scored class that is allowed now: 0 is SHIFT, then LEFT and RIGHT with each relation. */
export function bestClass(state: ParserState, scores: ArrayLike<number>, relations: number): number {
  let best = -1;
  if (state.canShift()) best = 0;
  if (state.canLeft()) for (let k = 1; k <= relations; k++) if (best < 0 || scores[k] > scores[best]) best = k;
  if (state.canRight()) for (let k = relations + 1; k <= 2 * relations; k++) if (best < 0 || scores[k] > scores[best]) best = k;
  return best;
}
