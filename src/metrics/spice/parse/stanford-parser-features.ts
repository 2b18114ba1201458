/** Features of the caption parser: words, tags and relations around stack top and buffer front (after Zhang and Nivre 2011). */
import { featureKey } from '../../../nlp/linear-models/index.ts';
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

/** Reads tags by their place in the tagger's list. */
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

/**
 * Parts of a feature: words (w), fine tags (x) and tags (t) of the stack from its top (s0, s1, s2), of what is to come from the front (b0 to b4), of the head of
 * the top (h0, and its head hh0), of outer children on the left and right (l0, r0, r02; bl, bl2 of the front); relations, counts, sets of relations, and the words between.
 */
const ATOMS = (
  's0w s0x s0t s1w s1x s1t s2x s2t b0w b0x b0t b1w b1x b1t b2w b2x b2t b3t b4t h0w h0x h0t hh0t l0x r0w r0x r02x blw blx bl2x relation0 ' +
  'relation1 r0relation distance attached toCome verbs right0 left0 leftB rightSet leftSet frontSet depth before after '
)
  .trimEnd()
  .split(' ');

/** Each a number and one to three values; `1:s0x:b0x` is a value that is itself made of two. Written as lists and not as code, which an engine would take long to compile. */
const TEMPLATES = [
  '200 s0w attached, 201 s0x attached, 202 b0w, 203 b0x, 204 b1w, 205 b1x, 206 b2x, 207 b2w, 208 s1x attached, 209 s1w, 210 s0x b0x attached',
  '211 s0t b0t attached, 212 s0w b0x, 213 s0x b0w, 214 s0t b0w, 215 s0w b0t, 216 b0x b1x, 217 b0t b1t b2t, 218 s1x s0x b0x, 219 s1t s0t b0t',
  '220 s1x b0x, 221 s0x b0x b1x, 222 s0t b0t b1t, 223 b0x b1x b2x, 224 1:s0x:b0x b1t b2t, 225 1:s0t:b0t 2:b1t:b2t b3t, 226 h0x s0x b0x',
  '227 relation0 s0x b0x, 228 1:relation0:s0t b0x b1x, 229 s0x l0x b0x, 230 s0x r0x b0x, 231 1:s0t:b0t r0x r0relation, 232 s0x b0x blx',
  '233 s0t b0t 1:blx:bl2x, 234 s0x distance attached, 235 b0x distance attached, 236 s0x b0x distance, 237 s0x right0 left0',
  '238 s0x b0x right0, 239 b0x leftB s0t, 240 s0x rightSet b0x, 241 s0x leftSet b0x, 242 b0x frontSet s0x, 243 s0t rightSet 1:b0t:b1t',
  '244 s0x b0x toCome, 245 s0x b0x verbs, 246 s0t b0x 1:verbs:attached, 247 1:s0t:s1t b0t 1:verbs:attached, 248 b0x b1x verbs',
  '249 s0x verbs attached, 250 1:s0x:relation0 b0x verbs, 251 1:s0t:b0x b1t verbs, 252 s2x s1x s0x, 253 s2t 1:s1t:s0t b0t',
  '254 relation1 1:s1t:relation0 2:s0t:b0x, 255 h0x relation0 1:s0t:b0x, 256 hh0t 1:h0t:s0t b0x, 257 s0x 1:r0x:r02x b0x, 258 r0w b0x s0t',
  '259 h0w s0t b0x, 260 blw b0t s0t, 261 1:s0x:s1x b0x b1x, 262 1:s0t:s1t 1:b0t:b1t b2t, 263 1:b0t:b1t b2t 1:b3t:b4t, 264 depth b0x s0x',
  '265 before b0x s0x, 266 after s0x b0x, 267 s1w b0x s0t, 268 1:s0t:right0 1:b0x:b1x toCome, 269 1:h0t:s1t 1:s0t:b0x verbs',
].flatMap((line) => line.split(', ').map((template) => template.split(' ')));

/** Place 0 is a value that is always 0; then atoms, then pairs of them. */
const PAIRS = [...new Set(TEMPLATES.flat().filter((operand) => operand.includes(':')))];
const OPERANDS = ['', ...ATOMS, ...PAIRS];
const placeOf = (operand = '') => OPERANDS.indexOf(operand);
const PAIR_STEPS = Int32Array.from(
  PAIRS.flatMap((pair) => {
    const [template, a, b] = pair.split(':');
    return [Number(template), placeOf(a), placeOf(b)];
  }),
);
const STEPS = Int32Array.from(TEMPLATES.flatMap(([template, a, b, c]) => [Number(template), placeOf(a), placeOf(b), placeOf(c)]));

/** The operands of the configuration that is being looked at. */
const values = new Int32Array(OPERANDS.length);

export function parserFeatures(state: ParserState, sentence: TaggedSentence, into: Int32Array): number {
  let next = readAtoms(state, sentence);
  for (let i = 0; i < PAIR_STEPS.length; i += 3) {
    values[next++] = featureKey(PAIR_STEPS[i], values[PAIR_STEPS[i + 1]], values[PAIR_STEPS[i + 2]], 0);
  }
  let n = 0;
  for (let i = 0; i < STEPS.length; i += 4) {
    into[n++] = featureKey(STEPS[i], values[STEPS[i + 1]], values[STEPS[i + 2]], values[STEPS[i + 3]]);
  }
  return n;
}

/** In the order of the list above; gives the place behind the last. */
function readAtoms(state: ParserState, sentence: TaggedSentence): number {
  const { words, fine, tags, ahead, behind } = sentence;
  const s0 = state.top(0);
  const s1 = state.top(1);
  const s2 = state.top(2);
  const b0 = state.front;
  const h0 = state.head(s0);
  const r0 = state.right(s0, 1);
  const bl = state.left(b0, 1);
  let n = 1;
  values[n++] = at(words, s0);
  values[n++] = at(fine, s0);
  values[n++] = at(tags, s0);
  values[n++] = at(words, s1);
  values[n++] = at(fine, s1);
  values[n++] = at(tags, s1);
  values[n++] = at(fine, s2);
  values[n++] = at(tags, s2);
  values[n++] = at(words, b0);
  values[n++] = at(fine, b0);
  values[n++] = at(tags, b0);
  values[n++] = at(words, b0 + 1);
  values[n++] = at(fine, b0 + 1);
  values[n++] = at(tags, b0 + 1);
  values[n++] = at(words, b0 + 2);
  values[n++] = at(fine, b0 + 2);
  values[n++] = at(tags, b0 + 2);
  values[n++] = at(tags, b0 + 3);
  values[n++] = at(tags, b0 + 4);
  values[n++] = at(words, h0);
  values[n++] = at(fine, h0);
  values[n++] = at(tags, h0);
  values[n++] = at(tags, state.head(h0));
  values[n++] = at(fine, state.left(s0, 1));
  values[n++] = at(words, r0);
  values[n++] = at(fine, r0);
  values[n++] = at(fine, state.right(s0, 2));
  values[n++] = at(words, bl);
  values[n++] = at(fine, bl);
  values[n++] = at(fine, state.left(b0, 2));
  values[n++] = state.relation(s0);
  values[n++] = state.relation(s1);
  values[n++] = state.relation(r0);
  values[n++] = s0 < 0 ? 0 : Math.min(6, b0 - s0);
  values[n++] = h0 === NONE ? 0 : 1;
  values[n++] = ahead[b0];
  values[n++] = ahead[b0] * 4 + behind[b0];
  values[n++] = state.rightCount(s0);
  values[n++] = state.leftCount(s0);
  values[n++] = state.leftCount(b0);
  values[n++] = state.rightSet(s0);
  values[n++] = state.leftSet(s0);
  values[n++] = state.leftSet(b0);
  values[n++] = Math.min(4, state.depth);
  values[n++] = at(tags, b0 - 1);
  values[n++] = at(tags, s0 + 1);
  return n;
}
