/** The entity recognizer's features of a token: words, shapes, affixes, clusters, tags and gazetteer matches in a window of two. */

import { featureKey, hashText } from '@sensebench/metrics/internal/nlp/linear-models/feature-key.ts';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import type { Gazetteer } from './gazetteers.ts';

export const MAX_ENTITY_FEATURES = 128;

/** A sentence as the recognizer reads it. */
export interface EntityInput {
  words: readonly WordInfo[];
  /** Small numbers of the tags. */
  tags: Int32Array;
  /** For each token, the list bits of the matches it begins, continues, ends or is on its own. */
  begins: Int32Array;
  inside: Int32Array;
  ends: Int32Array;
  single: Int32Array;
  /** Classes of number-like tokens. */
  kinds: Int32Array;
}

const NONE = 0x3c6ef372;

export function entityInput(words: readonly WordInfo[], tags: readonly string[], gazetteer: Gazetteer): EntityInput {
  const length = words.length;
  const input: EntityInput = {
    words,
    tags: Int32Array.from(tags, (tag) => hashText(tag) & 0xffff),
    begins: new Int32Array(length),
    inside: new Int32Array(length),
    ends: new Int32Array(length),
    single: new Int32Array(length),
    kinds: Int32Array.from(words, (word) => numberKind(word)),
  };
  for (const { start, end, lists } of gazetteer.match(words)) {
    if (end - start === 1) input.single[start] |= lists;
    else {
      input.begins[start] |= lists;
      input.ends[end - 1] |= lists;
      for (let i = start + 1; i < end - 1; i++) input.inside[i] |= lists;
    }
  }
  return input;
}

const KINDS: [RegExp, number][] = [
  [/^(1[0-9]|20)\d\d$/, 1],
  [/^\d{1,2}$/, 2],
  [/^(\d{2}|1\d{3}|20\d{2})'?s$/, 3],
  [/^\d{1,2}:\d{2}([ap]\.?m\.?)?$/i, 4],
  [/^\d{1,2}[ap]\.?m\.?$/i, 5],
  [/^\d+(st|nd|rd|th)$/i, 6],
  [/^\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?$/, 7],
  [/^\d{3}$/, 8],
  [/^\d[\d,.]*$/, 9],
  [/^(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|\w+tieth)$/i, 10],
  [/\d/, 11],
];

export const NUMBER_KINDS = KINDS.length;

const kindCache = new WeakMap<WordInfo, number>();
function numberKind(word: WordInfo): number {
  const known = kindCache.get(word);
  if (known !== undefined) return known;
  const form = word.form.length > 24 ? '' : word.form;
  const kind = KINDS.find(([pattern]) => pattern.test(form))?.[1] ?? 0;
  kindCache.set(word, kind);
  return kind;
}

export function entityFeatures(input: EntityInput, i: number, into: Int32Array): number {
  const { words, tags, begins, inside, ends, single, kinds } = input;
  const word = words[i];
  const before = words[i - 1];
  const before2 = words[i - 2];
  const after = words[i + 1];
  const after2 = words[i + 2];
  const w0 = word.lower;
  const w1 = before?.lower ?? NONE;
  const w2 = before2?.lower ?? NONE;
  const n1 = after?.lower ?? NONE;
  const n2 = after2?.lower ?? NONE;
  const t0 = tags[i];
  const t1 = i > 0 ? tags[i - 1] : -1;
  const u1 = i + 1 < words.length ? tags[i + 1] : -1;
  const capital = word.flags & 1;
  const first = i === 0 ? 1 : 0;
  let n = 0;
  into[n++] = featureKey(100, w0);
  into[n++] = featureKey(101, w1);
  into[n++] = featureKey(102, n1);
  into[n++] = featureKey(103, w2);
  into[n++] = featureKey(104, n2);
  into[n++] = featureKey(105, w1, w0);
  into[n++] = featureKey(106, w0, n1);
  into[n++] = featureKey(107, w1, n1);
  into[n++] = featureKey(108, word.exact);
  into[n++] = featureKey(109, word.shape, first);
  into[n++] = featureKey(110, word.shape, before?.shape ?? NONE, after?.shape ?? NONE);
  into[n++] = featureKey(111, before?.shape ?? NONE);
  into[n++] = featureKey(112, after?.shape ?? NONE);
  into[n++] = featureKey(113, word.prefix3);
  into[n++] = featureKey(114, word.suffix3);
  into[n++] = featureKey(115, word.suffix4);
  into[n++] = featureKey(116, word.prefix3, word.suffix3);
  into[n++] = featureKey(117, word.cluster, capital);
  into[n++] = featureKey(118, before?.cluster ?? -1);
  into[n++] = featureKey(119, after?.cluster ?? -1);
  into[n++] = featureKey(120, word.coarse, capital, t0);
  into[n++] = featureKey(121, before?.coarse ?? -1, word.coarse, capital);
  into[n++] = featureKey(122, word.coarse, after?.coarse ?? -1, capital);
  into[n++] = featureKey(123, t0);
  into[n++] = featureKey(124, t1, t0);
  into[n++] = featureKey(125, t0, u1);
  into[n++] = featureKey(126, t1, t0, u1);
  into[n++] = featureKey(127, w1, t0);
  into[n++] = featureKey(128, n1, t0);
  into[n++] = featureKey(129, w1, word.shape);
  into[n++] = featureKey(130, n1, word.shape);
  into[n++] = featureKey(131, w2, w1, word.shape);
  into[n++] = featureKey(132, n1, n2, word.shape);
  into[n++] = featureKey(133, kinds[i], w1);
  into[n++] = featureKey(134, kinds[i], n1);
  into[n++] = featureKey(135, kinds[i], i > 0 ? kinds[i - 1] : -1, i + 1 < words.length ? kinds[i + 1] : -1);
  for (let bits = begins[i]; bits !== 0; bits &= bits - 1) into[n++] = featureKey(140, 31 - Math.clz32(bits & -bits), capital, first);
  for (let bits = inside[i]; bits !== 0; bits &= bits - 1) into[n++] = featureKey(141, 31 - Math.clz32(bits & -bits), capital);
  for (let bits = ends[i]; bits !== 0; bits &= bits - 1) into[n++] = featureKey(142, 31 - Math.clz32(bits & -bits), capital);
  for (let bits = single[i]; bits !== 0; bits &= bits - 1) into[n++] = featureKey(143, 31 - Math.clz32(bits & -bits), capital, first);
  into[n++] = featureKey(144, single[i], t0, capital);
  into[n++] = featureKey(145, single[i] | begins[i], w1);
  into[n++] = featureKey(146, single[i] | ends[i], n1);
  if (i + 1 < words.length) {
    into[n++] = featureKey(147, begins[i + 1], single[i + 1], w0);
    into[n++] = featureKey(148, single[i], single[i + 1], kinds[i + 1]);
  }
  if (i + 2 < words.length) into[n++] = featureKey(150, begins[i + 2] | single[i + 2], w0, n1);
  if (i > 0) into[n++] = featureKey(149, ends[i - 1] | single[i - 1], single[i] | begins[i], kinds[i]);
  return n;
}
