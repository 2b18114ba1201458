/** What the caption parser looks at in a configuration: words, tags and relations around the top of the stack and the front (after Zhang and Nivre 2011). */
import { featureKey } from './sparse-model.ts';
import { NONE, type ParserState } from './stanford-transitions.ts';

/** One tag sequence over a sentence, with the sums that look ahead. Arrays have one place more, for the root. */
export interface TaggedSentence {
  length: number;
  /** Word with its tag. */
  words: Int32Array;
  /** The tag, with the word where the word is of a closed class: the original's grammar knows no more. */
  fine: Int32Array;
  tags: Int32Array;
  /** At each place, what verbs are still to come from there on. */
  ahead: Int32Array;
  /** At each place, how many finite verbs came before, up to two. */
  behind: Int32Array;
}

export const MOST_PARSER_FEATURES = 96;

const CLOSED = new Set(['IN', 'TO', 'DT', 'CC', 'RP', 'WDT', 'WP', 'WRB', 'WP$', 'MD', 'PRP', 'PRP$', 'EX', 'POS', 'PDT', 'RB']);
const FINITE = new Set(['VBZ', 'VBP', 'VBD', 'MD']);
const AUXILIARY = new Set("be is am are was were been being 's 're 'm have has had having 've 'd do does did not n't like".split(' '));
const ROOT_TAG = 254;

/** Reads tags as they stand in the tagger's list. */
export function tagSentence(
  forms: readonly string[],
  hashes: readonly number[],
  tags: ArrayLike<number>,
  names: readonly string[],
): TaggedSentence {
  const length = forms.length;
  const sentence: TaggedSentence = {
    length,
    words: new Int32Array(length + 1),
    fine: new Int32Array(length + 1),
    tags: new Int32Array(length + 1),
    ahead: new Int32Array(length + 1),
    behind: new Int32Array(length + 1),
  };
  let finite = 0;
  for (let i = 0; i < length; i++) {
    const tag = tags[i];
    const name = names[tag];
    sentence.tags[i] = tag;
    sentence.words[i] = featureKey(1, hashes[i], tag);
    sentence.fine[i] = CLOSED.has(name) || AUXILIARY.has(forms[i]) ? sentence.words[i] : tag;
    sentence.behind[i] = finite;
    if (FINITE.has(name)) finite = Math.min(2, finite + 1);
  }
  sentence.tags[length] = ROOT_TAG;
  sentence.words[length] = ROOT_TAG;
  sentence.fine[length] = ROOT_TAG;
  sentence.behind[length] = finite;
  let nextFinite = 0;
  let distance = 0;
  let later = 0;
  for (let i = length - 1; i >= 0; i--) {
    const name = names[tags[i]];
    if (FINITE.has(name)) {
      nextFinite = tags[i] + 1;
      distance = 0;
      later = Math.min(2, later + 1);
    } else if (name === 'CC' || name === 'IN' || name.startsWith('W')) distance |= name === 'CC' ? 1 : 2;
    sentence.ahead[i] = nextFinite * 16 + (nextFinite === 0 ? 0 : distance) * 4 + later;
  }
  return sentence;
}

/** NONE before the sentence and behind its root. */
function at(values: Int32Array, word: number): number {
  return word < 0 || word >= values.length ? NONE : values[word];
}

export function parserFeatures(state: ParserState, sentence: TaggedSentence, into: Int32Array): number {
  const { words, fine, tags, ahead, behind } = sentence;
  const s0 = state.top(0);
  const s1 = state.top(1);
  const s2 = state.top(2);
  const b0 = state.front;
  const b1 = b0 + 1;
  const b2 = b0 + 2;
  const b3 = b0 + 3;
  const h0 = state.head(s0);
  const l0 = state.left(s0, 1);
  const r0 = state.right(s0, 1);
  const r02 = state.right(s0, 2);
  const bl = state.left(b0, 1);
  const bl2 = state.left(b0, 2);
  const s0x = at(fine, s0);
  const s0t = at(tags, s0);
  const s0w = at(words, s0);
  const s1x = at(fine, s1);
  const s1t = at(tags, s1);
  const b0x = at(fine, b0);
  const b0t = at(tags, b0);
  const b0w = at(words, b0);
  const b1x = at(fine, b1);
  const b1t = at(tags, b1);
  const b2x = at(fine, b2);
  const b2t = at(tags, b2);
  const b3t = at(tags, b3);
  const r0x = at(fine, r0);
  const relation0 = state.relation(s0);
  const r0relation = state.relation(r0);
  const distance = s0 < 0 ? 0 : Math.min(6, b0 - s0);
  const attached = h0 === NONE ? 0 : 1;
  const toCome = ahead[b0];
  const gone = behind[b0];
  const verbs = toCome * 4 + gone;
  const right0 = state.rightCount(s0);
  const left0 = state.leftCount(s0);
  const leftB = state.leftCount(b0);
  let n = 0;
  into[n++] = featureKey(200, s0w, attached);
  into[n++] = featureKey(201, s0x, attached);
  into[n++] = featureKey(202, b0w);
  into[n++] = featureKey(203, b0x);
  into[n++] = featureKey(204, at(words, b1));
  into[n++] = featureKey(205, b1x);
  into[n++] = featureKey(206, b2x);
  into[n++] = featureKey(207, at(words, b2));
  into[n++] = featureKey(208, s1x, attached);
  into[n++] = featureKey(209, at(words, s1));
  into[n++] = featureKey(210, s0x, b0x, attached);
  into[n++] = featureKey(211, s0t, b0t, attached);
  into[n++] = featureKey(212, s0w, b0x);
  into[n++] = featureKey(213, s0x, b0w);
  into[n++] = featureKey(214, s0t, b0w);
  into[n++] = featureKey(215, s0w, b0t);
  into[n++] = featureKey(216, b0x, b1x);
  into[n++] = featureKey(217, b0t, b1t, b2t);
  into[n++] = featureKey(218, s1x, s0x, b0x);
  into[n++] = featureKey(219, s1t, s0t, b0t);
  into[n++] = featureKey(220, s1x, b0x);
  into[n++] = featureKey(221, s0x, b0x, b1x);
  into[n++] = featureKey(222, s0t, b0t, b1t);
  into[n++] = featureKey(223, b0x, b1x, b2x);
  into[n++] = featureKey(224, featureKey(1, s0x, b0x), b1t, b2t);
  into[n++] = featureKey(225, featureKey(1, s0t, b0t), featureKey(2, b1t, b2t), b3t);
  into[n++] = featureKey(226, at(fine, h0), s0x, b0x);
  into[n++] = featureKey(227, relation0, s0x, b0x);
  into[n++] = featureKey(228, featureKey(1, relation0, s0t), b0x, b1x);
  into[n++] = featureKey(229, s0x, at(fine, l0), b0x);
  into[n++] = featureKey(230, s0x, r0x, b0x);
  into[n++] = featureKey(231, featureKey(1, s0t, b0t), r0x, r0relation);
  into[n++] = featureKey(232, s0x, b0x, at(fine, bl));
  into[n++] = featureKey(233, s0t, b0t, featureKey(1, at(fine, bl), at(fine, bl2)));
  into[n++] = featureKey(234, s0x, distance, attached);
  into[n++] = featureKey(235, b0x, distance, attached);
  into[n++] = featureKey(236, s0x, b0x, distance);
  into[n++] = featureKey(237, s0x, right0, left0);
  into[n++] = featureKey(238, s0x, b0x, right0);
  into[n++] = featureKey(239, b0x, leftB, s0t);
  into[n++] = featureKey(240, s0x, state.rightSet(s0), b0x);
  into[n++] = featureKey(241, s0x, state.leftSet(s0), b0x);
  into[n++] = featureKey(242, b0x, state.leftSet(b0), s0x);
  into[n++] = featureKey(243, s0t, state.rightSet(s0), featureKey(1, b0t, b1t));
  into[n++] = featureKey(244, s0x, b0x, toCome);
  into[n++] = featureKey(245, s0x, b0x, verbs);
  into[n++] = featureKey(246, s0t, b0x, featureKey(1, verbs, attached));
  into[n++] = featureKey(247, featureKey(1, s0t, s1t), b0t, featureKey(1, verbs, attached));
  into[n++] = featureKey(248, b0x, b1x, verbs);
  into[n++] = featureKey(249, s0x, verbs, attached);
  into[n++] = featureKey(250, featureKey(1, s0x, relation0), b0x, verbs);
  into[n++] = featureKey(251, featureKey(1, s0t, b0x), b1t, verbs);
  into[n++] = featureKey(252, at(fine, s2), s1x, s0x);
  into[n++] = featureKey(253, at(tags, s2), featureKey(1, s1t, s0t), b0t);
  into[n++] = featureKey(254, state.relation(s1), featureKey(1, s1t, relation0), featureKey(2, s0t, b0x));
  into[n++] = featureKey(255, at(fine, h0), relation0, featureKey(1, s0t, b0x));
  into[n++] = featureKey(256, at(tags, state.head(h0)), featureKey(1, at(tags, h0), s0t), b0x);
  into[n++] = featureKey(257, s0x, featureKey(1, r0x, at(fine, r02)), b0x);
  into[n++] = featureKey(258, at(words, r0), b0x, s0t);
  into[n++] = featureKey(259, at(words, h0), s0t, b0x);
  into[n++] = featureKey(260, at(words, bl), b0t, s0t);
  into[n++] = featureKey(261, featureKey(1, s0x, s1x), b0x, b1x);
  into[n++] = featureKey(262, featureKey(1, s0t, s1t), featureKey(1, b0t, b1t), b2t);
  into[n++] = featureKey(263, featureKey(1, b0t, b1t), b2t, featureKey(1, b3t, at(tags, b0 + 4)));
  into[n++] = featureKey(264, state.depth > 4 ? 4 : state.depth, b0x, s0x);
  into[n++] = featureKey(265, at(tags, b0 - 1), b0x, s0x);
  into[n++] = featureKey(266, at(tags, s0 + 1), s0x, b0x);
  into[n++] = featureKey(267, at(words, s1), b0x, s0t);
  into[n++] = featureKey(268, featureKey(1, s0t, right0), featureKey(1, b0x, b1x), toCome);
  into[n++] = featureKey(269, featureKey(1, at(tags, h0), at(tags, s1)), featureKey(1, s0t, b0x), verbs);
  return n;
}
