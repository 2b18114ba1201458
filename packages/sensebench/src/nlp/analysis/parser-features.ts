/** The parser's features: words, tags, clusters, children and distances around stack top and buffer front (Zhang and Nivre 2011). */

import { featureKey } from '@sensebench/metrics/internal/nlp/linear-models/feature-key.ts';
import type { ParserState } from './parser-state.ts';

export const MAX_FEATURES = 96;

/** The sentence as numbers, one past the end for the root and one more for "nothing there". */
export interface ParserInput {
  length: number;
  words: Int32Array;
  tags: Int32Array;
  clusters: Int32Array;
  /** Another parser's tree, for a stacked parser (Nivre and McDonald, 2008); the root's head is `length`. */
  hints?: { heads: Int32Array; relations: Int32Array };
}

const ROOT_WORD = 0x2545f491;
const NO_WORD = 0x1b873593;
const NO_TAG = 250;
const ROOT_TAG = 251;

export function parserInput(words: ArrayLike<number>, tags: ArrayLike<number>, clusters: ArrayLike<number>): ParserInput {
  const length = words.length;
  const input = { length, words: new Int32Array(length + 2), tags: new Int32Array(length + 2), clusters: new Int32Array(length + 2) };
  input.words.set(words);
  input.tags.set(tags);
  input.clusters.set(clusters);
  input.words[length] = ROOT_WORD;
  input.tags[length] = ROOT_TAG;
  input.words[length + 1] = NO_WORD;
  input.tags[length + 1] = NO_TAG;
  input.clusters[length + 1] = -1;
  return input;
}

function bucket(distance: number): number {
  return distance > 10 ? 7 : distance > 5 ? 6 : distance;
}

/** Longer than other functions because it has one line for each feature template. */
export function parserFeatures(state: ParserState, input: ParserInput, into: Int32Array): number {
  const { words, tags, clusters, length } = input;
  const { next, left1, left2, right1, right2, relations } = state;
  const none = length + 1;
  const at = (position: number) => (position < 0 ? none : position);
  const s0 = at(state.top(0));
  const s1 = at(state.top(1));
  const s2 = at(state.top(2));
  const b0 = next;
  const b1 = next + 1 <= length ? next + 1 : none;
  const b2 = next + 2 <= length ? next + 2 : none;
  const hasS0 = s0 !== none;
  const hasS1 = s1 !== none;
  const s0l = at(hasS0 ? left1[s0] : -1);
  const s0l2 = at(hasS0 ? left2[s0] : -1);
  const s0r = at(hasS0 ? right1[s0] : -1);
  const s0r2 = at(hasS0 ? right2[s0] : -1);
  const s1l = at(hasS1 ? left1[s1] : -1);
  const s1r = at(hasS1 ? right1[s1] : -1);
  const s1r2 = at(hasS1 ? right2[s1] : -1);
  const b0l = at(left1[b0]);
  const b0l2 = at(left2[b0]);
  const relation = (position: number) => (position === none ? -1 : relations[position]);

  const s0w = words[s0];
  const s0t = tags[s0];
  const s1w = words[s1];
  const s1t = tags[s1];
  const s2t = tags[s2];
  const b0w = words[b0];
  const b0t = tags[b0];
  const b1w = words[b1];
  const b1t = tags[b1];
  const b2t = tags[b2];
  const s0c = clusters[s0];
  const s1c = clusters[s1];
  const b0c = clusters[b0];
  const st = (s0t << 16) | b0t;
  const ss = (s1t << 16) | s0t;
  const near = hasS0 ? bucket(b0 - s0) : 0;
  const apart = hasS1 ? bucket(s0 - s1) : 0;
  const s0v = hasS0 ? Math.min(state.leftCount[s0], 4) * 8 + Math.min(state.rightCount[s0], 4) : 64;
  const s1v = hasS1 ? Math.min(state.leftCount[s1], 4) * 8 + Math.min(state.rightCount[s1], 4) : 64;
  const b0v = Math.min(state.leftCount[b0], 4);

  let n = 0;
  into[n++] = featureKey(0, st, s1t);
  into[n++] = featureKey(1, s0w, s0t);
  into[n++] = featureKey(2, s0t);
  into[n++] = featureKey(3, s1w, s1t);
  into[n++] = featureKey(4, s1t);
  into[n++] = featureKey(5, b0w, b0t);
  into[n++] = featureKey(6, b0t);
  into[n++] = featureKey(7, b1w, b1t);
  into[n++] = featureKey(8, b1t, b2t);
  into[n++] = featureKey(9, words[b2], b2t);
  into[n++] = featureKey(10, s0w, b0w, st);
  into[n++] = featureKey(11, s0w, st);
  into[n++] = featureKey(12, b0w, st);
  into[n++] = featureKey(13, s0w, b0w);
  into[n++] = featureKey(14, st, near);
  into[n++] = featureKey(15, s1w, s0w, ss);
  into[n++] = featureKey(16, s1w, ss);
  into[n++] = featureKey(17, s0w, ss);
  into[n++] = featureKey(18, s1w, s0w);
  into[n++] = featureKey(19, ss, apart);
  into[n++] = featureKey(20, st, b1t);
  into[n++] = featureKey(21, st, b1t, b2t);
  into[n++] = featureKey(22, ss, s2t);
  into[n++] = featureKey(23, ss, b0t, b1t);
  into[n++] = featureKey(24, st, tags[s0l]);
  into[n++] = featureKey(25, st, tags[s0r]);
  into[n++] = featureKey(26, st, tags[b0l]);
  into[n++] = featureKey(27, ss, tags[s1r]);
  into[n++] = featureKey(28, ss, tags[s1l]);
  into[n++] = featureKey(29, ss, tags[s0l]);
  into[n++] = featureKey(30, ss, tags[s0r]);
  into[n++] = featureKey(31, st, tags[s0r], tags[s0r2]);
  into[n++] = featureKey(32, st, tags[s0l], tags[s0l2]);
  into[n++] = featureKey(33, st, tags[b0l], tags[b0l2]);
  into[n++] = featureKey(34, ss, tags[s1r], tags[s1r2]);
  into[n++] = featureKey(35, s0w, near);
  into[n++] = featureKey(36, b0w, near);
  into[n++] = featureKey(37, s0w, s0v);
  into[n++] = featureKey(38, s0t, s0v, b0t);
  into[n++] = featureKey(39, b0w, b0v);
  into[n++] = featureKey(40, b0t, b0v, s0t);
  into[n++] = featureKey(41, s1w, s1v);
  into[n++] = featureKey(42, s1t, s1v, s0t);
  into[n++] = featureKey(43, words[s0l], tags[s0l], relation(s0l));
  into[n++] = featureKey(44, words[s0r], tags[s0r], relation(s0r));
  into[n++] = featureKey(45, words[b0l], tags[b0l], relation(b0l));
  into[n++] = featureKey(46, words[s1r], tags[s1r], relation(s1r));
  into[n++] = featureKey(47, words[s1l], tags[s1l], relation(s1l));
  into[n++] = featureKey(48, relation(s0l), relation(s0r), s0t);
  into[n++] = featureKey(49, relation(b0l), relation(b0l2), b0t);
  into[n++] = featureKey(50, relation(s1r), relation(s1l), s1t);
  into[n++] = featureKey(51, hasS0 ? state.leftLabels[s0] : -1, s0t, b0t);
  into[n++] = featureKey(52, hasS0 ? state.rightLabels[s0] : -1, s0t, b0t);
  into[n++] = featureKey(53, state.leftLabels[b0], b0t, s0t);
  into[n++] = featureKey(54, hasS1 ? state.rightLabels[s1] : -1, s1t, s0t);
  into[n++] = featureKey(55, hasS0 ? state.leftLabels[s0] : -1, s0w);
  into[n++] = featureKey(56, hasS0 ? state.rightLabels[s0] : -1, s0w);
  into[n++] = featureKey(57, state.leftLabels[b0], b0w);
  into[n++] = featureKey(58, hasS1 ? state.rightLabels[s1] : -1, s1w);
  into[n++] = featureKey(59, s0w, words[s0l], b0t);
  into[n++] = featureKey(60, s1w, words[s0l], s0t);
  into[n++] = featureKey(61, s0c, b0c);
  into[n++] = featureKey(62, s1c, s0c);
  into[n++] = featureKey(63, s0c, st);
  into[n++] = featureKey(64, b0c, st);
  into[n++] = featureKey(65, s1c, ss);
  into[n++] = featureKey(66, s0c, ss);
  into[n++] = featureKey(67, s1c, words[s0l], s0c);
  into[n++] = featureKey(68, s1w, s0t, tags[s0l]);
  into[n++] = featureKey(69, s0w, b1t, b0t);
  into[n++] = featureKey(70, clusters[b1], b0t, s0t);
  into[n++] = featureKey(71, s1w, b0w, s0t);
  into[n++] = featureKey(72, ss, near, b0t);
  return input.hints && hasS0 ? hintFeatures(state, input, input.hints, { s0, s1, b0, st }, into, n) : n;
}

/** Where the other tree attaches the words in question, and whether it still has dependents for the top of the stack. */
function hintFeatures(
  state: ParserState,
  { length }: ParserInput,
  { heads, relations }: NonNullable<ParserInput['hints']>,
  { s0, s1, b0, st }: { s0: number; s1: number; b0: number; st: number },
  into: Int32Array,
  at: number,
): number {
  const head = heads[s0];
  const where = head === b0 ? 1 : head === s1 ? 2 : head > b0 ? 3 : head > s1 || s1 > length ? 4 : 5;
  const front = b0 === length ? 0 : heads[b0] === s0 ? 1 : heads[b0] > b0 ? 2 : heads[b0] === s1 ? 3 : 4;
  let waiting = 0;
  for (let i = b0; i < length && waiting === 0; i++) if (heads[i] === s0) waiting = 1;
  let n = at;
  into[n++] = featureKey(80, where, front, waiting);
  into[n++] = featureKey(81, where * 16 + front * 2 + waiting, relations[s0]);
  into[n++] = featureKey(82, where * 16 + front * 2 + waiting, st);
  into[n++] = featureKey(83, where * 16 + front * 2 + waiting, st, relations[s0]);
  into[n++] = featureKey(84, where * 2 + waiting, b0 < length ? relations[b0] : -1, relations[s0]);
  into[n++] = featureKey(85, relations[s0], st);
  into[n++] = featureKey(86, where, s1 <= length ? relations[s1] : -1, relations[s0]);
  into[n++] = featureKey(87, where * 16 + front * 2 + waiting, state.next === length ? 1 : 0);
  return n;
}
