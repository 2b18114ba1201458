/** Finds the wh-word of a question, and whether it is before its clause or in place of the answer. */

import { auxiliaryKind } from './verb-groups.ts';
import { isFiniteVerb, isNoun, isVerb, type Word } from './words.ts';

export interface WhPlace {
  at: number;
  kind: 'fronted' | 'in place';
  score: number;
}

export function locateWh(words: readonly Word[]): WhPlace | null {
  let best: WhPlace | null = null;
  for (const [at, word] of words.entries()) {
    if (!isWh(word)) continue;
    const place = judge(words, at);
    if (!best || place.score > best.score || (place.score === best.score && best.at > 0)) best = place;
  }
  return best && best.score > 0 ? best : null;
}

const SUBJECT_START = /^(DT|PDT|PRP|PRP\$|EX|NN|NNS|NNP|NNPS|CD|JJ|JJR|JJS|VBG|FW|``|POS)$/;

function judge(words: readonly Word[], at: number): WhPlace {
  const word = words[at];
  const last = words.length - 1;
  const before = words[at - 1];
  const opens = at === 0 || /^[,;:]$/.test(before.text) || /^(CC)$/.test(before.tag) || /^(so|then)$/.test(before.lower);
  const prepositionOpens = before !== undefined && /^(IN|TO)$/.test(before.tag) && (at === 1 || /^[,;:]$/.test(words[at - 2].text));
  const verb = verbAfter(words, at);
  const inverted =
    verb > 0 && auxiliaryKind(words[verb]) !== undefined && verb < last + 1 && startsSubject(words[verb + 1]) && directly(words, at, verb);
  if (
    before &&
    /^(what|whats)$/.test(word.lower) &&
    (/^(TO|MD|PRP\$)$/.test(before.tag) || /^(a|an|the|how|when|while)$/.test(before.lower))
  )
    return { at, kind: 'in place', score: 9.5 };
  if (at === last && at > 0) return { at, kind: 'in place', score: 9 };
  if (inverted && (opens || prepositionOpens)) return { at, kind: 'fronted', score: 10 };
  // "A tree frog with which trait is more likely to survive?"
  if (
    /^(which|what)$/.test(word.lower) &&
    at > 1 &&
    !prepositionOpens &&
    before?.tag === 'IN' &&
    isNoun(words[at - 2]) &&
    !words.slice(0, at).some(isFiniteVerb)
  )
    return { at, kind: 'in place', score: 9 };
  if (inverted && !/^(when|where|who|how)$/.test(word.lower)) return { at, kind: 'fronted', score: 8 };
  if (inverted && at > 0 && before && !isNoun(before)) return { at, kind: 'fronted', score: 6 };
  if (inverted) return { at, kind: 'fronted', score: 7 };
  if (opens && verb === at + 1 && !/^(when|why)$/.test(word.lower)) return { at, kind: 'fronted', score: 8 };
  if (at === 0 && verb < 0 && /^(what|which)$/.test(word.lower) && words.slice(2).some((other) => /^(VB|VBN|NNS)$/.test(other.tag)))
    return { at, kind: 'fronted', score: 7.5 };
  if (opens && /^(what|which|whose|how)$/.test(word.lower) && verb > 0 && directly(words, at, verb))
    return { at, kind: 'fronted', score: 7.5 };
  // "Which resource when used causes …"
  if (at === 0 && verb > 1 && /^(what|which)$/.test(word.lower) && isNoun(words[1])) return { at, kind: 'fronted', score: 7.6 };
  if (prepositionOpens && verb > 0) return { at, kind: 'fronted', score: 7 };
  if (/^(what|whats|which)$/.test(word.lower)) {
    const slot = before !== undefined && (/^(IN|TO|DT|PRP\$|JJ|MD|RB)$/.test(before.tag) || isVerb(before));
    // "know what they want" is not a slot: a clause follows.
    const clause = words[at + 1] !== undefined && /^(PRP|EX)$/.test(words[at + 1].tag);
    return { at, kind: 'in place', score: clause ? 2 : slot ? 7 : 4 };
  }
  const clause = words[at + 1] !== undefined && SUBJECT_START.test(words[at + 1].tag);
  return {
    at,
    kind: at === 0 ? 'fronted' : 'in place',
    score: /^(where|when|why|how)$/.test(word.lower) ? (clause ? 1 : 5) : before && isNoun(before) ? 0.5 : 4,
  };
}

const startsSubject = (word: Word | undefined) =>
  word !== undefined &&
  (SUBJECT_START.test(word.tag) || /^(not|n't|one|there|most|likely|only|all|both|every)$/.test(word.lower) || word.tag.startsWith('RB'));

/** The first finite verb or auxiliary after the wh-word; -1 without one. */
export function verbAfter(words: readonly Word[], at: number): number {
  for (let i = at + 1; i < words.length; i++) {
    // A plural noun taken for a verb: "what ideas might he like".
    if (
      i === at + 1 &&
      /^(VBZ|VBP)$/.test(words[i].tag) &&
      auxiliaryKind(words[i]) === undefined &&
      auxiliaryKind(words[i + 1]) !== undefined
    )
      continue;
    // The same before another verb: "which organisms help return", "which two tools best help".
    if (
      words[i].tag === 'VBZ' &&
      words[i].lower !== 'helps' &&
      auxiliaryKind(words[i]) === undefined &&
      (i === at + 1 || /^(CD|JJ)$/.test(words[i - 1].tag))
    ) {
      let next = i + 1;
      while (words[next] && /^(RB|RBS|JJS)$/.test(words[next].tag)) next++;
      if (/^(VB|VBP|MD|VBD)$/.test(words[next]?.tag ?? '')) continue;
    }
    if (auxiliaryKind(words[i]) !== undefined && words[i].tag !== 'POS' && words[i].tag !== 'VB') return i;
    if (isFiniteVerb(words[i])) return i;
  }
  return -1;
}

/** Only a noun phrase or a place may be between the wh-word and its verb. */
function directly(words: readonly Word[], at: number, verb: number): boolean {
  const between = words.slice(at + 1, verb);
  if (between.length === 0) return true;
  if (between[0].tag === 'CC') return false;
  if (between.some((word) => /^(,|WDT|WP|WRB|PRP|EX)$/.test(word.tag)))
    return (
      between.every((word) => word.tag === ',' || !/^(WDT|WP|WRB|PRP|EX)$/.test(word.tag)) &&
      /^(where|when)$/.test(words[at].lower) &&
      /^(in|on)$/.test(between[1]?.lower ?? '')
    );
  if (/^(what|which|whose|whats)$/.test(words[at].lower)) return true;
  if (words[at].lower === 'how') return true;
  return /^(IN|RB)$/.test(between[0].tag);
}

const WH = /^(what|whats|which|who|whom|whose|where|when|why|how)$/;
export const isWh = (word: Word | undefined) => word !== undefined && WH.test(word.lower);
export const isBlank = (word: Word) => /^_+$/.test(word.text) || (/^\[?(blank|mask)\]?$/i.test(word.text) && word.text !== word.lower);

/** Without its final question mark, full stop or spaces. */
export function trimmed(words: readonly Word[]): Word[] {
  let end = words.length;
  while (end > 0 && /^[?!.,;:]+$|^\.\.\.$/.test(words[end - 1].text)) end--;
  const kept = words.slice(0, end);
  const last = kept[end - 1];
  // "in the U.S.?": the stop belongs to the abbreviation.
  const abbreviation =
    last !== undefined &&
    /^\.\?/.test(
      words
        .slice(end)
        .map(({ text }) => text)
        .join(''),
    ) &&
    /^(\p{L}\.)+\p{L}$/u.test(last.text);
  return abbreviation ? [...kept.slice(0, -1), { ...last, text: `${last.text}.`, lower: `${last.lower}.` }] : kept;
}
