/** The answer in place of a blank or of a wh-word in the answer's place: "He was at a what?", "… retire where?" */

import { isBlank } from '../parse/locate-wh.ts';
import { auxiliaryKind, type VerbTag } from '../parse/verb-groups.ts';
import { isNoun, made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import { nominal } from './nominal.ts';
import { placePhrase, timePhrase } from './place-and-time.ts';
import { adverbial, nounPhrase, whPhrase } from './wh-phrase.ts';
import type { Converted } from './yes-no.ts';

export function fillBlank(words: readonly Word[], answer: AnswerPhrase): Converted | null {
  const at = words.findIndex(isBlank);
  if (at < 0) return null;
  let end = at + 1;
  while (end < words.length && isBlank(words[end])) end++;
  const filled = answer.bare;
  return { words: [...withArticleFixed(words.slice(0, at), filled), ...filled, ...words.slice(end)], rule: 'fill/blank', confidence: 0.95 };
}

/** A stem that ends where the answer begins: the answer as it is, and in the form that the last word of the stem requires. */
export function endCandidates(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const last = words[words.length - 1];
  if (!last) return [];
  const found = [end(words, answer.bare, 'fill/end', 0.8)];
  const shaped =
    /^(TO|MD)$/.test(last.tag) && answer.canBeVerb
      ? answer.inForm('VB')
      : last.tag === 'IN' || auxiliaryKind(last)
        ? answer.withArticle
        : answer.bare;
  if (shaped !== answer.bare) found.push(end(words, shaped, 'fill/end/shaped', 0.6));
  if (answer.kind === 'clause' && /^(is|was)$/.test(last.lower))
    found.push(end([...words, ...made('that', 'IN')], answer.bare, 'fill/end/that', 0.7));
  return found;
}

const end = (words: readonly Word[], filled: readonly Word[], rule: string, confidence: number): Converted => ({
  words: [...withArticleFixed(words, filled), ...filled],
  rule,
  confidence,
});

/** "a" before a vowel becomes "an", and the other way round. */
function withArticleFixed(before: readonly Word[], filled: readonly Word[]): Word[] {
  const last = before[before.length - 1];
  if (!last || !/^(a|an)$/.test(last.lower) || filled.length === 0) return [...before];
  return [...before.slice(0, -1), replaced(last, article(filled[0].lower))];
}

/** Replaces the wh-word at `at`. */
export function fillInPlace(words: readonly Word[], at: number, answer: AnswerPhrase): Converted {
  const before = words.slice(0, at);
  const wh = words[at];
  const end = wh.lower === 'what' || wh.lower === 'which' || wh.lower === 'how' ? phraseEnd(words, at) : at + 1;
  const phrase = whPhrase(words.slice(at, end));
  const after = words.slice(end);
  const last = before[before.length - 1];
  const build = (head: readonly Word[], filled: readonly Word[], rule: string, confidence: number): Converted => ({
    words: [...head, ...filled, ...after],
    rule: `fill/${rule}`,
    confidence,
  });

  if (/^(where|when|why)$/.test(phrase.wh)) {
    if (
      last &&
      phrase.wh === 'where' &&
      (/^(IN|TO)$/.test(last.tag) ||
        (/^(visit|reach|enter|leave|see|explore|call|tour)$/.test(last.lemma) &&
          !/^(place|thing|spot|time)$/.test(before[before.length - 3]?.lower ?? '')))
    )
      return build(before, placePhrase(answer, { preposition: false }), 'where', 0.85);
    if (last && phrase.wh === 'when' && last.tag === 'IN') return build(before, answer.withArticle, 'when', 0.8);
    const carried = last?.tag === 'PRP' && /^(take|bring|send|drive)$/.test(before[before.length - 2]?.lemma ?? '');
    const verb = last?.tag.startsWith('VB') || carried ? (carried ? before[before.length - 2].lemma : last.lemma) : '';
    const filled =
      phrase.wh === 'where' ? placePhrase(answer, { verb }) : phrase.wh === 'when' ? timePhrase(answer) : adverbial(phrase, answer);
    return build(before, filled, phrase.wh, 0.85);
  }
  if (phrase.wh === 'who' || phrase.wh === 'whom') return build(before, answer.withArticle, 'who', 0.85);
  if (phrase.wh === 'how')
    return build(before, phrase.rest.length > 0 ? (nounPhrase(phrase, answer) ?? answer.bare) : adverbial(phrase, answer), 'how', 0.7);
  if (answer.kind === 'clause' && last) {
    if (last.lower === 'of' && before[before.length - 2]?.lower === 'because')
      return build(before.slice(0, -1), answer.bare, 'what/because', 0.8);
    if (/^(suggest|show|indicate|mean|demonstrate|prove|conclude|infer|predict|reveal|support)$/.test(last.lemma))
      return suggested(before, answer, after);
  }
  if (phrase.rest.length > 0) {
    // "on what date … on 4 July": the answer has its own preposition.
    if (answer.kind === 'preposition' && last?.tag === 'IN') return build(before.slice(0, -1), answer.bare, 'what/noun', 0.7);
    return {
      words: [...before, ...(nominal(answer, phrase)?.words ?? answer.bare), ...withoutOf(after, phrase.rest)],
      rule: 'fill/what/noun',
      confidence: 0.85,
    };
  }
  if (last && /^(do|does|did|done|doing)$/.test(last.lower) && answer.canBeVerb && answer.kind !== 'adjective')
    return build(before.slice(0, -1), answer.inForm(formOf(last)), 'what/do', answer.kind === 'noun' ? 0.7 : 0.88);
  if (
    last &&
    answer.kind === 'verb' &&
    ((last.tag === 'IN' && last.lower !== 'to') || /^(avoid|enjoy|stop|keep|like|love|hate|consider|finish|begin|start)$/.test(last.lemma))
  )
    return build(before, answer.inForm('VBG'), 'what/ing', 0.85);
  if (
    last &&
    (/^(TO|MD)$/.test(last.tag) ||
      (last.lower === 'to' &&
        (answer.kind === 'verb' ||
          /^(begin|start|decide|want|try|need|like|love|hope|force|able|continue|have|learn)$/.test(
            before[before.length - 2]?.lemma ?? '',
          )))) &&
    answer.canBeVerb
  )
    return build(before, answer.inForm('VB'), 'what/verb', 0.88);
  if (last && (/^(DT|PRP\$|JJ|CD|POS|NN|JJR|JJS)$/.test(last.tag) || /^(his|her|its|their|a|an|the)$/.test(last.lower))) {
    const bare = answer.bare[0] && /^(a|an|the)$/.test(answer.bare[0].lower) ? answer.bare.slice(1) : answer.bare;
    return build(withArticleFixed(before, bare), bare, 'what/after determiner', 0.88);
  }
  if (last && (last.tag === 'RB' || isNoun(last)) && answer.kind === 'verb')
    return build(before, answer.inForm(isNoun(last) && !(before[before.length - 2]?.tag === 'MD') ? 'VBP' : 'VB'), 'what/verb', 0.7);
  if (last?.lower === 'of' && /^(kind|type|sort)s?$/.test(before[before.length - 2]?.lower ?? ''))
    return build(before, answer.bare, 'what', 0.85);
  return build(before, answer.withArticle, 'what', 0.85);
}

/** "This suggests which of the following about this region? It was once …" → "This suggests that this region was once …". */
function suggested(before: readonly Word[], answer: AnswerPhrase, after: readonly Word[]): Converted {
  const about = after[0]?.lower === 'about' ? after.slice(1) : [];
  const isPronoun = /^(it|they)$/.test(answer.bare[0]?.lower ?? '') && about.length > 0 && about.length < 6;
  const clause = isPronoun ? [...about, ...answer.bare.slice(1)] : answer.bare;
  return { words: [...before, ...made('that', 'IN'), ...clause, ...(isPronoun ? [] : after)], rule: 'fill/what/that', confidence: 0.8 };
}

/** "results in which feature of ocean currents": the noun keeps its "of" phrase. */
function withoutOf(after: readonly Word[], rest: readonly Word[]): Word[] {
  if (
    after[0]?.lower !== 'of' ||
    !/^(feature|characteristic|property|aspect|component|pair|trait|stage|phase|change)s?$/.test(rest[rest.length - 1]?.lower ?? '')
  )
    return [...after];
  let end = 1;
  while (after[end] && /^(DT|PRP\$|JJ|NN|NNS|NNP|VBG|POS)$/.test(after[end].tag)) end++;
  return after.slice(end);
}

function formOf(word: Word): VerbTag {
  if (word.lower === 'does') return 'VBZ';
  if (word.lower === 'did') return 'VBD';
  if (word.lower === 'doing') return 'VBG';
  if (word.lower === 'done') return 'VBN';
  return word.tag === 'VBP' ? 'VBP' : 'VB';
}

/** "in what foggy country", "how many legs": adjectives and nouns go with the wh-word. */
function phraseEnd(words: readonly Word[], at: number): number {
  let end = at + 1;
  if (words[at].lower === 'how' && words[end] && /^(many|much|long|often|far|old|tall)$/.test(words[end].lower)) end++;
  const previous = words[at - 1];
  // After a determiner the answer is the noun itself: "a what to see", "the what of everything".
  if (previous && /^(DT|PRP\$)$/.test(previous.tag)) return end;
  const start = end;
  while (
    words[end] &&
    (/^(JJ|JJS|NN|NNS|NNP|NNPS|POS|HYPH)$/.test(words[end].tag) ||
      (words[end].tag === 'CD' && /^(JJ|NNS)$/.test(words[end + 1]?.tag ?? '')) ||
      (/^VB[GN]$/.test(words[end].tag) && (/^(NN|JJ)/.test(words[end + 1]?.tag ?? '') || words[end - 1].tag === 'HYPH')))
  )
    end++;
  while (
    end > start &&
    /^(today|tonight|tomorrow|yesterday|next|last|saturday|sunday|monday|tuesday|wednesday|thursday|friday)$/.test(words[end - 1].lower)
  )
    end--;
  const taken = words.slice(start, end);
  // "doing what Saturday?": a day is not part of the phrase.
  if (!taken.some((word) => /^NNS?$/.test(word.tag)) && !/^(which)$/.test(words[at].lower)) return start;
  if (words[end]?.lower === 'of' && /^(kind|type|sort|part|side|end|section|form|piece)s?$/.test(words[end - 1].lower)) {
    let more = end + 1;
    // "what type of collection of shops"
    while (words[more] && /^(DT|PRP\$|JJ|NN|NNS|NNP)$/.test(words[more].tag)) more++;
    if (more > end + 1) end = more;
  }
  return end;
}
