/** Scores how much the words after a cut look like the predicate of an auxiliary: a base verb, a participle, or a complement of "be". */

import type { WordNet } from '@sensebench/metrics/internal/core';
import { type AuxiliaryKind, isNot } from './verb-groups.ts';
import { isFiniteVerb, isNoun, isVerb, type Word } from './words.ts';

/** Dictionary facts about a word, for verbs that the tagger mistook for nouns. */
export interface WordSenses {
  /** The share of the senses of this base form that are verbs. */
  verb(word: string): number;
  /** The same for adjectives. */
  adjective(word: string): number;
  /** The same as `verb` for an inflected form: "relies" by "rely". */
  inflected(word: string): number;
  /** Whether it can be a past participle. */
  participle(word: string): boolean;
}

const ADVERB_LIKE =
  /^(ever|never|always|also|still|likely|probably|really|actually|often|usually|typically|not|even|just|only|hypothetically|theoretically|potentially|necessarily|currently|already|both|all|hardly)$/;

/** The first word after the cut that is not an adverb. */
export function predicateHead(words: readonly Word[], end: number): number {
  let at = end;
  while (
    at < words.length - 1 &&
    (/^RB/.test(words[at].tag) || isNot(words[at]) || (ADVERB_LIKE.test(words[at].lower) && words[at].tag !== 'VB'))
  ) {
    // "likely to", "more likely than" and "most" are not adverbs of the verb.
    if (words[at].tag === 'RBR' && words[at + 1]?.lower === 'than') break;
    if (words[at].lower === 'likely' && (words[at + 1]?.tag === 'TO' || words[at + 1]?.lower === 'than')) break;
    if (/^(both|all)$/.test(words[at].lower) && /^(DT|PRP\$|NN|NNS|JJ|IN)$/.test(words[at + 1]?.tag ?? '')) break;
    at++;
  }
  return at;
}

/** Scores how much the words after the cut look like a predicate of the auxiliary. */
export function scorePredicate(words: readonly Word[], end: number, { kind, senses }: { kind: AuxiliaryKind; senses: WordSenses }): number {
  const at = predicateHead(words, end);
  const head = words[at];
  const before = words[end - 1];
  if (kind === 'be') return scoreAfterBe(words, end, at, senses);
  let score = 0;
  if (/^(TO|MD)$/.test(before.tag) || (/^(do|does|did)$/.test(before.lower) && end > 1)) score -= 8;
  if (/^(WDT|WP|WRB)$/.test(before.tag)) score -= 6;
  for (let i = 1; i < end; i++)
    if (couldBeVerb(words, i, senses))
      score -= /^(help|let|make)$/.test(words[i].lower) ? 4 : words[i].tag === 'VB' || /^(have|be)$/.test(words[i].lower) ? 1.6 : 0.8;
  if (kind === 'have') {
    if (head.tag === 'VBN') return score + 6;
    if (head.tag === 'VBD') return score + 4;
    return score + (head.text === head.lower && senses.participle(head.lower) && !/^(DT|IN)$/.test(head.tag) ? 1.5 : -4);
  }
  // "taste more like wild game": not a verb after "more".
  if (head.lower === 'like' && /^(more|most|much|just)$/.test(words[at - 1]?.lower ?? '')) return score - 6;
  if (head.tag === 'VB' || /^(have|be)$/.test(head.lower)) return score + 6;
  if (head.tag === 'VBP') return score + 3.5;
  const strength = head.text === head.lower ? senses.verb(head.lower) : 0;
  if (strength === 0) return score - (isVerb(head) ? 3 : 5);
  if (isVerb(head)) return score + 2;
  const objectFollows = /^(DT|PRP\$|PRP|IN|TO|JJ|NN|NNS|CD|NNP)$/.test(words[at + 1]?.tag ?? '') || at === words.length - 1;
  return score - 0.5 + 3.5 * strength + (objectFollows ? 0.7 : 0);
}

/** A word of the subject that could itself be the main verb. */
function couldBeVerb(words: readonly Word[], i: number, senses: WordSenses): boolean {
  const word = words[i];
  if (/^(DT|PRP\$|JJ|IN|TO|MD|POS|CD)$/.test(words[i - 1].tag)) return false;
  return (
    word.tag === 'VB' ||
    word.tag === 'VBP' ||
    (word.text === word.lower && /^(NN|JJ|IN|VBD|RB)$/.test(word.tag) && senses.verb(word.lower) >= 0.45)
  );
}

/** Nouns used as adverbs. */
const TIME_ADVERB = /^(today|tomorrow|yesterday|tonight|now)$/;

const BARE_PREDICATE =
  /^(part|parts|able|native|enough|one|similar|capable|worth|due|members?|friends?|home|full|popular|responsible|necessary|ruler|president|king|queen|possible)$/;

function scoreAfterBe(words: readonly Word[], end: number, at: number, senses: WordSenses): number {
  const head = words[at];
  const before = words[end - 1];
  const next = words[at + 1];
  const adverbs = at > end ? 1 : 0;
  // "identified in 2020 | life size": a year ends its phrase.
  if (/^[12]\d{3}$/.test(before.text) && words[end - 2]?.tag === 'IN' && /^(NN|JJ)$/.test(head.tag) && head.text === head.lower) return 8;
  const governed = end > 1 && /^(IN|TO|VB|VBG|VBZ|VBP|VBD|VBN|CC)$/.test(before.tag);
  const adjective = /^(NN|VB|VBP)$/.test(head.tag) && head.text === head.lower && senses.adjective(head.lower) > 0.5;
  switch (adjective ? 'JJ' : head.tag) {
    case 'VBN':
    case 'VBD':
      // "a film made in 1990": a clause inside the subject when a predicate follows later.
      return (
        adverbs +
        (next && isNoun(next) && next.tag !== 'PRP' && before.tag !== 'PRP' && !/^NNP/.test(next.tag) ? 1 : 4) -
        laterPredicate(words, at) -
        (head.tag === 'VBD' ? 0.7 : 0)
      );
    case 'VBG':
      return adverbs + (before.tag === 'IN' || before.tag === 'DT' ? -6 : 3.5) - laterPredicate(words, at);
    case 'JJ':
    case 'JJR':
    case 'JJS': {
      if (governed || /^(DT|PRP\$|POS)$/.test(before.tag)) return -5;
      const attributive =
        next !== undefined && ((isNoun(next) && next.tag !== 'PRP' && !TIME_ADVERB.test(next.lower)) || next.tag === 'JJ');
      if (next?.tag === 'TO' && /^(likely|unlikely|able|unable|ready|willing|supposed)$/.test(head.lower)) return 6;
      const number = before.tag === 'CD' && !(words[end - 2] && /^\p{Lu}/u.test(words[end - 2].text));
      if ((before.tag === 'JJ' || number) && adverbs === 0) return attributive ? -5 : 2.5;
      if (head.lower === 'same') return adverbs + 4;
      // "his diet Paleo friendly": the name belongs to the adjective.
      if (/^\p{Lu}/u.test(before.text) && words[end - 2]?.tag === 'NN' && words[end - 2].text === words[end - 2].lower) return adverbs + 1;
      return adverbs + (attributive ? 1.2 : 4.5);
    }
    case 'DT':
    case 'PDT':
    case 'PRP$':
      // "two cans a day" measures.
      if (/^(a|an|each|every)$/.test(head.lower) && /^(day|week|month|year|hour|night)$/.test(next?.lower ?? '')) return -2;
      return governed ? -6 : adverbs + (/^(any|some|all|both|each|no)$/.test(head.lower) ? 3 : 4.5);
    case 'IN':
      if (/^(of|than|that)$/.test(head.lower)) return -5;
      if (head.lower === 'as') return governed ? -5 : adverbs + 0.6;
      if (/^(like|about)$/.test(head.lower)) return adverbs + 1.5;
      return governed ? -5 : adverbs + 0.8;
    case 'TO':
      return adverbs + 0.5;
    case 'RB':
    case 'RBR':
    case 'RBS':
      if (next?.lower === 'than') return 5;
      return /^(more|less|most|least|too|so|very|as|here|there|away|abroad)$/.test(head.lower) ? 4 : 1.5;
    case 'WP':
    case 'WRB':
      return 1;
    case 'CD':
      return /^one$/.test(head.lower) && next?.lower === 'of' ? 4.5 : governed ? -5 : isNoun(before) ? 0 : 0.5;
    default:
      break;
  }
  if (!isNoun(head)) return -5;
  if (governed || /^(DT|PRP\$|JJ|JJR|JJS|POS|CD|,)$/.test(before.tag)) return adverbs > 0 ? -1 : -6;
  if (BARE_PREDICATE.test(head.lower)) return 3.5 + adverbs;
  // A name and then a common noun, or the other way round: more likely two phrases than one.
  const changes = before.tag.startsWith('NNP') !== head.tag.startsWith('NNP');
  if (changes && head.tag.startsWith('NNP')) return adverbs * 2 + 1.2;
  return adverbs * 2 + (changes ? 0.2 : -2.5);
}

/** Is there, after a participle at `at`, something that can only be the predicate of the whole? */
function laterPredicate(words: readonly Word[], at: number): number {
  for (let i = at + 2; i < words.length; i++) {
    const word = words[i];
    const before = words[i - 1];
    if (isFiniteVerb(word) || /^(WDT|WP|WRB|TO|,)$/.test(word.tag) || /^(than|if|because|and|or)$/.test(word.lower)) return 0;
    if (!isNoun(before)) continue;
    if (word.tag === 'JJR' || /^(more|less|too|able|likely|similar|still)$/.test(word.lower)) return 2.2;
    if (/^JJ$/.test(word.tag) && !(words[i + 1] && isNoun(words[i + 1]))) return 1.8;
    if (/^(a|an|the)$/.test(word.lower) && word.tag === 'DT') return 1.8;
    if (word.tag === 'VBN' && !/^(NN|NNS)$/.test(words[i + 1]?.tag ?? '')) return 1;
  }
  return 0;
}

const NOTHING_KNOWN: WordSenses = { verb: () => 0, adjective: () => 0, inflected: () => 0, participle: (word) => /ed$/.test(word) };

/** How often a word is a verb or an adjective, by its senses in WordNet (Fellbaum, 1998). */
export function wordSenses(wordnet: WordNet | undefined): WordSenses {
  if (!wordnet) return NOTHING_KNOWN;
  const share = (word: string, pos: 'v' | 'a') => {
    const own = wordnet.synsets(word, pos).length;
    const all = wordnet.synsets(word).length;
    return all === 0 ? 0 : own / all;
  };
  return {
    verb: (word) => share(word, 'v'),
    adjective: (word) => share(word, 'a'),
    inflected: (word) => Math.max(0, ...wordnet.baseForms(word, 'v').map((base) => share(base, 'v'))),
    participle: (word) =>
      wordnet
        .baseForms(word, 'v')
        .some((base) => base !== word || /^(come|become|run|cut|put|set|hit|let|shut|cost|hurt|read)$/.test(base)),
  };
}
