/** What an answer is: a noun phrase, a verb phrase, an adjective, a phrase with a preposition, or a whole clause. */
import type { Analysis } from '../../core/index.ts';
import { isClause, mainClauseFollows } from './answer-clause.ts';
import type { NounLore } from './noun-lore.ts';
import type { Word } from './words.ts';

export type AnswerKind = 'noun' | 'verb' | 'ing' | 'adjective' | 'preposition' | 'clause';

export interface AnswerText {
  bare: readonly Word[];
  tags: readonly string[];
  lower: string;
  analysis: Analysis;
}

export function answerKind({ bare, tags, lower, analysis }: AnswerText, lore: NounLore): AnswerKind {
  const first = bare[0]?.lower ?? '';
  // "As the distance decreases, its brightness increases."
  if (
    /^(as|when|if|while|because|after|before|during|in|on|at|since|over|by|with|without|through|from|under)$/.test(first) &&
    mainClauseFollows(analysis)
  )
    return 'clause';
  if (
    /^(in|on|at|from|to|by|under|over|near|inside|outside|behind|below|above|next to|with|for|during|after|before|around|along|beneath|across|between|through|because|onto|into|against|towards?|when|while|as|until|since|once every|north of|south of|east of|west of)\b/.test(
      lower,
    ) &&
    !/^(outside|inside|below|above|before|after)$/.test(lower)
  )
    return 'preposition';
  if (/^(you|they|it|he|she|we|i|people|there)('re|'s|'m| are| is| was| were| have| want| need| will| can| might| would)\b/.test(lower))
    return 'clause';
  if (/^to \w/.test(lower)) return 'preposition';
  if (isClause(analysis, lower, lore)) return 'clause';
  if (
    /^(JJR|RBR)$/.test(tags[0] ?? '') &&
    /\bthan\b/.test(lower) &&
    !/^NN/.test(tags[1] ?? '') &&
    !(tags[1] === 'JJ' && /^NN/.test(tags[2] ?? ''))
  )
    return 'adjective';
  if (
    /^(below|above|outside|inside|everywhere|nowhere|downtown|abroad|upstairs|downstairs|outdoors|indoors|west|east|north|south|northward|southward|overseas)$/.test(
      lower,
    )
  )
    return 'adjective';
  if (bare.length > 1 && lore.isNoun(lower)) return 'noun';
  // The tagger sees a single word without its sentence: the dictionary knows better.
  if (bare.length === 1 && lore.isAdjective(lower) && !lore.isNoun(lower) && lore.verbBase(lower) === null) return 'adjective';
  if (/^(increase|decrease|change|rise|drop|decline|reduction|lack|loss|need|use) (in|of) /.test(lower)) return 'noun';
  if (bare.length > 1 && tags[0] === 'VBZ' && lore.verbBase(first) !== null && !/^NN/.test(tags[1] ?? '')) return 'verb';
  if (bare.length === 2 && /ly$/.test(bare[1].lower) && tags[1] === 'RB' && lore.verbBase(first) === first) return 'verb';
  if (/ing$/.test(first) && /^(JJ|DT|PRP\$|CD)$/.test(tags[1] ?? '') && (lore.verbBase(first) ?? first) !== first) return 'ing';
  if (/ing$/.test(first) && lore.verbBase(first) !== null && lore.verbBase(first) !== first && tags[0] === 'VBG')
    return bare.length === 2 &&
      tags[1] === 'NNS' &&
      /^(decay|melt|live|move|die|fall|burn|boil|freeze|run|rot|float|grow|rise)$/.test(lore.verbBase(first) ?? '')
      ? 'noun'
      : 'ing';
  // "seed type": a verb does not take a counted noun without its article.
  if (
    bare.length === 2 &&
    lore.isNoun(first) &&
    /^NN$/.test(tags[1] ?? '') &&
    /^(NN|VB|VBP|JJ)$/.test(tags[0] ?? '') &&
    lore.isCountable(bare[1].lower)
  )
    return 'noun';
  // "plant decomposition"
  if (bare.length === 2 && lore.isNoun(first) && tags[1] === 'NN' && /(tion|ment|sis|ness|ity|ism|ence)$/.test(bare[1].lower))
    return 'noun';
  if (
    bare.length > 1 &&
    /^(VB|VBP)$/.test(tags[0] ?? '') &&
    lore.verbBase(first) !== null &&
    !(lore.isAdjective(first) && !/^(open|clean|empty|own)$/.test(first))
  )
    return 'verb';
  const base = lore.verbBase(first);
  if (
    bare.length > 1 &&
    base === first &&
    !/^(DT|JJ|CD|PRP\$|NNP|NNS)$/.test(tags[0] ?? '') &&
    !(tags[0] === 'NN' && lore.isNoun(first) && /^(to|in|on|with|for|from|by|at)$/.test(bare[1].lower)) &&
    /^(to|in|on|up|out|off|over|away|with|for|into|the|a|an|each|their|your|his|her|it|them|themselves|down|from|by|at)$/.test(
      bare[1].lower,
    )
  )
    return 'verb';
  if (
    bare.length > 1 &&
    base === first &&
    !lore.isAdjective(first) &&
    !/^(DT|JJ|CD|PRP\$|NNP|NNS)$/.test(tags[0] ?? '') &&
    (!lore.isNoun(first) || lore.verbShare(first) >= 0.6)
  )
    return 'verb';
  if (
    bare.length === 1 &&
    base === first &&
    (!lore.isNoun(first) || (tags[0] === 'VB' && !lore.isCountable(first))) &&
    !lore.isAdjective(first)
  )
    return 'verb';
  if (
    bare.length === 1 &&
    /^(JJ|JJR|JJS|VBN|RB)$/.test(tags[0] ?? '') &&
    lore.nameOf(lower) === null &&
    (lore.isAdjective(lower) || !(lore.isNoun(lower) || /s$/.test(lower)))
  )
    return 'adjective';
  // "respiratory and circulatory"
  const content = bare.filter((word) => !/^(and|or|very|more|less)$/.test(word.lower));
  if (
    content.length > 0 &&
    content.length < bare.length &&
    content.every(
      (word) => lore.isAdjective(word.lower.replace(/,$/, '')) && (tags.every((tag) => /^(JJ|CC|,)/.test(tag)) || !lore.isNoun(word.lower)),
    )
  )
    return 'adjective';
  return 'noun';
}
