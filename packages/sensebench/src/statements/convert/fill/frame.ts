/** Cuts a fronted question at its verb: "which tool | best | helps | a person observe cells", once for each possible verb. */
import { verbAfter } from '../parse/locate-wh.ts';
import { predicateHead, type WordSenses } from '../parse/score-predicate.ts';
import { type AuxiliaryKind, auxiliaryKind, isNot } from '../parse/verb-groups.ts';
import { isFiniteVerb, isNoun, type Word } from '../parse/words.ts';
import { type WhPhrase, whPhrase } from './wh-phrase.ts';

export interface Frame {
  phrase: WhPhrase;
  /** Between the phrase and the verb: "most likely", "best". */
  adverbs: Word[];
  verb: Word;
  kind: AuxiliaryKind | undefined;
  after: Word[];
}

const ADVERB = /^(most|best|least|likely|also|always|often|usually|never|even|still|ever|first|both|only|\p{L}+ly)$/u;

/** From the wh-word on; the first frame is the likeliest. */
export function framesOf(words: readonly Word[], senses: WordSenses): Frame[] {
  const aside = asideOf(words);
  if (aside) return aside;
  const first = verbAfter(words, 0);
  const at = first < 0 ? words.findIndex((word, i) => i > 1 && couldBeVerb(word, senses)) : first;
  if (at < 0) return [];
  const frames = [frameAt(words, at)];
  // A plural noun taken for the verb: "which two tools best help …", "which object used in an experiment can …".
  if (auxiliaryKind(words[at]) === undefined) {
    const later = words.findIndex(
      (word, i) =>
        i > at &&
        i < at + 8 &&
        word.tag !== 'POS' &&
        word.text !== "'s" &&
        (isFiniteVerb(word) || auxiliaryKind(word) !== undefined || word.tag === 'VB'),
    );
    if (later > 0 && !words.slice(at, later).some((word) => /^(WDT|WP|WRB|TO)$/.test(word.tag) || /^(that|and)$/.test(word.lower)))
      frames.push(frameAt(words, later));
  }
  return frames;
}

/** "Which gas, when condensed into its liquid state, forms clouds?": the aside goes with the subject. */
function asideOf(words: readonly Word[]): Frame[] | null {
  const open = words.findIndex((word, i) => word.text === ',' && /^(when|if|once|after|while)$/.test(words[i + 1]?.lower ?? ''));
  const close = words.findIndex((word, i) => i > open + 1 && word.text === ',');
  const verb = words[close + 1];
  if (open < 2 || close < 0 || !verb || !(isFiniteVerb(verb) || auxiliaryKind(verb) !== undefined)) return null;
  if (words.slice(0, open).some(isFiniteVerb)) return null;
  return [
    {
      phrase: whPhrase(words.slice(0, open)),
      adverbs: words.slice(open, close + 1),
      verb,
      kind: auxiliaryKind(verb),
      after: words.slice(close + 2),
    },
  ];
}

function frameAt(words: readonly Word[], at: number): Frame {
  let start = at;
  while (
    start > 1 &&
    words[0].lower !== 'how' &&
    /^(RB|RBS|RBR|JJS|JJ)$/.test(words[start - 1].tag) &&
    ADVERB.test(words[start - 1].lower) &&
    (words[start - 1].tag !== 'JJ' || words[start - 1].lower === 'likely')
  )
    start--;
  return {
    phrase: whPhrase(words.slice(0, start)),
    adverbs: words.slice(start, at),
    verb: words[at],
    kind: auxiliaryKind(words[at]),
    after: words.slice(at + 1),
  };
}

const couldBeVerb = (word: Word, senses: WordSenses) =>
  word.text === word.lower && (/^(VB|VBN|VBD|VBP)$/.test(word.tag) || (word.tag === 'NNS' && senses.inflected(word.lower) > 0.5));

export type Asks = 'subject' | 'either' | 'other';

/** Whether the wh-phrase asks for the subject of the verb. */
export function asksForSubject({ kind, after, phrase }: Frame, senses: WordSenses): Asks {
  if (kind === undefined) return 'subject';
  if (/^(where|when|why)$/.test(phrase.wh)) return 'other';
  // "How far is Boston from New York?" never asks for the subject, "how many moons orbit Mars" may.
  if (phrase.wh === 'how' && !/^(many|much)$/.test(phrase.rest[0]?.lower ?? '')) return 'other';
  const head = headAfter(after);
  const next = after[head];
  if (next === undefined) return 'other';
  if (kind === 'do') return isNot(after[0]) && /^(VB|VBP|NN)$/.test(next.tag) && senses.verb(next.lower) > 0 ? 'subject' : 'other';
  if (kind === 'modal') {
    if (/^(VB|VBN)$/.test(next.tag)) return 'subject';
    if (/^(DT|PRP|PRP\$|NNS|NNP|EX|CD|VBG)$/.test(next.tag)) return 'other';
    // "could most likely account for": a noun would want its article.
    if (head > 0 && next.tag === 'NN' && senses.verb(next.lower) > 0.1 && after[head + 1] !== undefined) return 'subject';
    return senses.verb(next.lower) > 0.3 ? (/^(DT|PRP|PRP\$|IN|TO|NNS)$/.test(after[head + 1]?.tag ?? '') ? 'subject' : 'either') : 'other';
  }
  if (kind === 'have') {
    if (/^(VBN|VBD)$/.test(next.tag)) return 'subject';
    const participle = after.findIndex(
      (word, i) => i > head && /^(VBN|VBD)$/.test(word.tag) && !/^(NN|NNS|JJ)$/.test(after[i + 1]?.tag ?? ''),
    );
    return participle > 0 && isNoun(after[participle - 1]) ? 'either' : 'subject';
  }
  // "Which is the student most likely describing?"
  const end = after[after.length - 1];
  if (end.tag === 'VBG' && after.length > 2 && phrase.rest.length === 0 && /^(RB|NN|NNS|PRP)$/.test(after[after.length - 2].tag))
    return 'other';
  if (/^(VBN|VBG|IN|TO|RB|RBR)$/.test(next.tag) || /^(home|part|able|likely|famous|known|responsible)$/.test(next.lower)) return 'subject';
  if (/^(JJ|JJR|JJS|RBS)$/.test(next.tag)) {
    const follows = after[head + 1];
    if (follows === undefined || !(isNoun(follows) || /^(JJ|CC)$/.test(follows.tag))) return 'subject';
  }
  // "Which food is a fruit?", but "which gas is a plant using?"
  if (
    /^(a|an)$/.test(next.lower) &&
    /^(example|type|kind|form|part|result|sign|way|characteristic|source)$/.test(after[head + 1]?.lower ?? '') &&
    phrase.rest.length > 0
  )
    return 'subject';
  const inverted = after.some(
    (word, i) =>
      i > 0 &&
      /^(VBG|VBN)$/.test(word.tag) &&
      (isNoun(after[i - 1]) || /^(RB|RBS)$/.test(after[i - 1].tag) || after[i - 1].lower === 'likely') &&
      !/^(DT|NN)/.test(after[i + 1]?.tag ?? ''),
  );
  return phrase.rest.length > 0 ? (inverted ? 'either' : 'subject') : 'either';
}

/** The first word after the adverbs that go with the verb. */
function headAfter(after: readonly Word[]): number {
  let at = predicateHead(after, 0);
  while (at < after.length - 1 && /^(most|best|least|likely|probably|better)$/.test(after[at].lower) && after[at + 1].tag !== 'TO') at++;
  return at;
}
