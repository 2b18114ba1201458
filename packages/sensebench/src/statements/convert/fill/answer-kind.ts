/** The kind of an answer: a noun phrase, a verb phrase, an adjective, a prepositional phrase, or a whole clause. */
import type { Analysis, Token } from '@sensebench/metrics/internal/core';
import type { NounLore } from '../parse/noun-lore.ts';
import type { Word } from '../parse/words.ts';

export type AnswerKind = 'noun' | 'verb' | 'ing' | 'adjective' | 'preposition' | 'clause';

export interface AnswerText {
  bare: readonly Word[];
  tags: readonly string[];
  lower: string;
  analysis: Analysis;
}

/** Over 100 lines, because it is one ordered list of tests, of which the first that holds decides. */
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
  // The tagger sees a single word without its sentence, so that the dictionary is more reliable.
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

const FINITE = /^(VBZ|VBP|VBD|MD)$/;
const childrenOf = (tokens: readonly Token[], at: number) => tokens.filter((token) => token.head === at + 1);

/** Is the answer a clause of its own: a finite verb that is not part of a relative clause, with its subject before it? */
function isClause({ tokens, text }: Analysis, lower: string, lore: NounLore): boolean {
  if (tokens.length === 2 && !/[.!]$/.test(text.trim()) && tokens[0].tag !== 'PRP') return false;
  if (tokens.length < 2 || lore.isNoun(lower) || lore.isNoun(lower.replace(/^(a|an|the) /, ''))) return false;
  if (
    /^(Both|They|It|These) /.test(text) &&
    /[.!]$/.test(text.trim()) &&
    lore.verbBase(tokens[1].text.toLowerCase()) !== null &&
    /^(NN|NNS|VB|VBP|VBZ)$/.test(tokens[1].tag)
  )
    return true;
  if (isReducedRelative(tokens, text)) return false;
  const root = tokens.findIndex(({ head }) => head === 0);
  const parsed =
    root > 0 &&
    childrenOf(tokens, root).some(({ relation = '' }, i, all) => /^(nsubj|expl)/.test(relation) && tokens.indexOf(all[i]) < root) &&
    (FINITE.test(tokens[root].tag) ||
      childrenOf(tokens, root).some(({ relation = '', tag }) => /^(aux|cop)/.test(relation) && FINITE.test(tag)));
  if (parsed && !(root === tokens.length - 1 && tokens[root].tag === 'MD')) return true;
  const isSentence = /^\p{Lu}/u.test(text) && /[.!]$/.test(text.trim());
  const verb = mainVerb(tokens, lore, { isSentence });
  // "an aluminum can"
  if (verb === tokens.length - 1 && tokens[verb].tag === 'MD') return false;
  return verb > 0 && tokens.slice(0, verb).some(({ tag }) => /^(NN|PRP|EX|DT|CD)/.test(tag));
}

/** "the candle left out in the open": a participle behind its noun, in an answer that is not written as a sentence. */
function isReducedRelative(tokens: readonly Token[], text: string): boolean {
  const verb = tokens.findIndex(({ tag }) => FINITE.test(tag) || tag === 'VBN');
  return (
    verb > 1 &&
    !/[.!]$/.test(text.trim()) &&
    /^(VBD|VBN)$/.test(tokens[verb].tag) &&
    /^(DT|CD)$/.test(tokens[0].tag) &&
    /^NN/.test(tokens[verb - 1].tag) &&
    (tokens[verb + 1] === undefined || /^(IN|RP|TO|RB)$/.test(tokens[verb + 1].tag)) &&
    /(ed|n|t|g|k|d|e)$/.test(tokens[verb].text) &&
    !tokens.slice(verb + 1).some(({ tag }) => FINITE.test(tag))
  );
}

/** The first finite verb outside of relative clauses; in a sentence with a stop, also a word that the tagger took for a plural. */
function mainVerb(tokens: readonly Token[], lore: NounLore, { isSentence }: { isSentence: boolean }): number {
  let relative = false;
  for (const [i, { tag, text }] of tokens.entries()) {
    if (/^(WDT|WP|WRB)$/.test(tag) || (i > 0 && /^(that|which|who|where|when|because|if|as|while|until)$/i.test(text))) relative = true;
    // "the food he ate"
    if (tag === 'PRP' && i > 0 && /^NN/.test(tokens[i - 1].tag)) relative = true;
    if (text === ',') relative = false;
    if (FINITE.test(tag)) {
      if (!relative && i > 0) return i;
      relative = false;
    }
    // "The cold water absorbed heat."
    if (
      isSentence &&
      !relative &&
      tag === 'VBN' &&
      i > 0 &&
      /^NN/.test(tokens[i - 1].tag) &&
      /^(NN|NNS|DT|PRP\$|JJ)$/.test(tokens[i + 1]?.tag ?? '') &&
      !tokens.slice(i + 1).some((token) => FINITE.test(token.tag))
    )
      return i;
    if (isSentence && !relative && tag === 'VB' && i > 0 && /^(NN|NNS)$/.test(tokens[i - 1].tag)) return i;
    const base = isSentence && !relative && i > 0 ? lore.verbBase(text.toLowerCase()) : null;
    // "the average speed increases", "Earth's tides decrease"
    if (
      base !== null &&
      lore.verbShare(base) > 0.3 &&
      ((tag === 'NNS' && /^NN/.test(tokens[i - 1].tag)) || (tag === 'NN' && tokens[i - 1].tag === 'NNS'))
    )
      return i;
  }
  return -1;
}

/** Is an answer a clause of its own: a finite verb with its subject before it, outside of relative clauses? */
function mainClauseFollows({ tokens, text }: Analysis): boolean {
  const comma = tokens.findIndex((token) => token.text === ',');
  if (comma > 1 && /^\p{Lu}/u.test(text) && /[.!]$/.test(text.trim())) return true;
  return (
    comma > 1 &&
    tokens.slice(0, comma).some(({ tag }) => /^(VB|NN)/.test(tag)) &&
    tokens.slice(comma + 2).some(({ tag }) => FINITE.test(tag)) &&
    /^(DT|PRP|PRP\$|NN|NNS|NNP|JJ|EX)$/.test(tokens[comma + 1]?.tag ?? '')
  );
}
