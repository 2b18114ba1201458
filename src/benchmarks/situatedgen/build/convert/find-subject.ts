/** Where the subject of an inverted clause ends ("Is | the capital of France | near Paris?"): every cut is scored by tags, and the parser has a vote. */
import { type AuxiliaryKind, isNot } from './verb-groups.ts';
import { isFiniteVerb, isNoun, isVerb, type Word } from './words.ts';

export interface SubjectCut {
  /** Index of the first word after the subject. */
  end: number;
  /** Does the parser put it there too? Undefined where there is no parse. */
  parserAgrees: boolean | undefined;
  /** By how much the best cut beats the second. */
  margin: number;
  score: number;
}

export interface FindSubjectOptions {
  kind: AuxiliaryKind;
  /** In "What is the capital of France?" the subject may be all that follows. */
  mayBeWhole?: boolean;
  senses: WordSenses;
  /** The predicate must have lost its object to the front of the question. */
  needsGap?: boolean;
}

/** What a dictionary knows of a word, for where the tagger took a verb for a noun. */
export interface WordSenses {
  /** Share of the senses of this base form that are verbs, 0–1. */
  verb(word: string): number;
  /** The same for adjectives. */
  adjective(word: string): number;
  /** Can it be a past participle? */
  participle(word: string): boolean;
}

/** Words after the auxiliary in; null where no cut makes sense. */
export function findSubject(words: readonly Word[], options: FindSubjectOptions): SubjectCut | null {
  if (words.length === 0) return null;
  const voted = parsedEnd(words);
  const scores: { end: number; score: number }[] = [];
  const last = options.mayBeWhole ? words.length : words.length - 1;
  for (let end = 1; end <= last; end++) {
    let score = scoreSubject(words, end) + (end === words.length ? scoreWhole(words) : scorePredicate(words, end, options)) - 0.08 * end;
    if (voted === end) score += 2.5;
    // "What is a good place to be?": a preposition or a clause is no predicate unless its noun was fronted.
    if (
      options.mayBeWhole &&
      end < words.length - 1 &&
      /^(IN|TO|WRB|WP|WDT|DT|NN|NNS|NNP|CD|PRP\$)$/.test(words[predicateHead(words, end)].tag)
    )
      score -= 2.5;
    if (options.needsGap && end < words.length && hasNoGap(words, predicateHead(words, end))) score -= 3;
    scores.push({ end, score });
  }
  if (scores.length === 0) return null;
  scores.sort((a, b) => b.score - a.score || a.end - b.end);
  const [best, second] = scores;
  return {
    end: best.end,
    parserAgrees: voted === undefined ? undefined : voted === best.end,
    margin: second ? best.score - second.score : 10,
    score: best.score,
  };
}

/** A participle that is followed by its whole complement: "a bench nestled in trees". */
function hasNoGap(words: readonly Word[], at: number): boolean {
  const rest = words.slice(at + 1);
  if (
    words[at].tag !== 'VBN' ||
    rest.length === 0 ||
    /^(called|named|known|considered|given|used|made|needed|required|supposed|expected)$/.test(words[at].lower)
  )
    return false;
  return isNoun(rest[rest.length - 1]) && /^(IN|TO)$/.test(rest[0].tag);
}

const PRONOUN = /^(i|you|he|she|it|we|they|there|one|everyone|everybody|someone|somebody|anyone|anybody|nobody|this|that|these|those)$/;

/** How far the words before the cut look like a whole noun phrase. */
function scoreSubject(words: readonly Word[], end: number): number {
  const last = words[end - 1];
  const next = words[end];
  let score = 0;
  if (/^(PRP|EX)$/.test(words[0].tag) || words[0].lower === 'there') score += end === 1 ? 8 : -4;
  else if (words[0].lower === 'one' && end === 1 && next && /^(JJ|VB|VBP|RB|MD|VBN|VBG)$/.test(next.tag)) score += 6;
  else if (PRONOUN.test(words[0].lower) && end === 1 && next && !/^(of|in|from|with|who|that)$/.test(next.lower) && !isNoun(next))
    score += 2;
  if (
    end === 1 &&
    /^(this|that|these|those|all|both)$/.test(last.lower) &&
    next &&
    !isNoun(next) &&
    (next.lower === 'likely' || !/^(JJ|DT)$/.test(next.tag) || (next.tag === 'JJ' && !(words[2] && isNoun(words[2]))))
  )
    score += 2;
  else if (end === 1 && next && /^(a|an|the)$/.test(next.lower) && last.text.length > 2 && !/^(DT|PDT|PRP\$|CC|WDT|WP|WRB)$/.test(last.tag))
    score += 1;
  else if (isNoun(last) || last.tag === 'POS' || /^["”')\]]$/.test(last.text) || last.tag === 'FW') score += 1;
  else if (/^(DT|PDT|PRP\$|IN|TO|CC|WDT|WP|WRB|,|``|MD|:|HYPH)$/.test(last.tag) || /^[([“-]$/.test(last.text))
    score -= /^(this|that|these|those|all|both|some|any|each)$/.test(last.lower) ? 2 : 9;
  else if (/^(JJ|JJR|JJS)$/.test(last.tag)) score -= last.text !== last.lower ? 0.5 : 3;
  else if (/^RB/.test(last.tag))
    score -= /^(today|tomorrow|yesterday|now|here|together|alone|abroad|ago|there|years?)$/.test(last.lower) ? 0.5 : 3;
  else if (/^(VBG|VBN)$/.test(last.tag)) score -= 1.5;
  else if (/^VB/.test(last.tag) && next !== undefined && end > 1) score -= 4;
  if (last.tag === 'POS') score -= next && isNoun(next) ? 6 : 1.5;
  if (next && isNot(next) && end > 1) score += 3;
  if (next?.tag === 'POS') score -= 9;
  if (next && last.entity !== undefined && last.entity === next.entity) score -= 4;
  if (next && isCapital(last) && isCapital(next)) score -= 4;
  // "Alexander the Great".
  if (
    next?.lower === 'the' &&
    next.text === 'the' &&
    isCapital(last) &&
    words[end + 1] &&
    isCapital(words[end + 1]) &&
    next.entity !== undefined &&
    next.entity === words[end + 1].entity &&
    next.entity === last.entity
  )
    score -= 5;
  if (!balanced(words.slice(0, end))) score -= 8;
  if (next && /^(,|CC|HYPH|:)$/.test(next.tag)) score -= 5;
  const inside = words.slice(0, end);
  const commas = inside.filter(({ text }) => text === ',').length;
  // "the statue, a gift from France, | made of copper"
  if (last.text === ',' && commas === 2) score += 9.5;
  else if (commas === 1) score -= 3;
  if (!inside.some((word) => isNoun(word) || /^(DT|JJ|VBG|PRP\$)$/.test(word.tag))) score -= 4;
  score -= 4 * openClauses(inside);
  return score;
}

const isCapital = (word: Word) => /^\p{Lu}/u.test(word.text);

/** Relative clauses that have begun before the cut and still want their verb. */
function openClauses(words: readonly Word[]): number {
  let open = 0;
  for (const [i, word] of words.entries()) {
    const relative = /^(WDT|WP)$/.test(word.tag) || (word.lower === 'that' && i > 0 && isNoun(words[i - 1]) && word.tag !== 'DT');
    if (relative) open++;
    else if (open > 0 && isFiniteVerb(word)) open--;
  }
  return open;
}

function balanced(words: readonly Word[]): boolean {
  let depth = 0;
  let quotes = 0;
  for (const { text } of words) {
    if (/^[([]$/.test(text)) depth++;
    else if (/^[)\]]$/.test(text)) depth--;
    else if (text === '"') quotes++;
    else if (text === '“' || text === '``') quotes++;
    else if (text === '”' || text === "''") quotes++;
  }
  return depth === 0 && quotes % 2 === 0;
}

const ADVERB_LIKE =
  /^(ever|never|always|also|still|likely|probably|really|actually|often|usually|typically|not|even|just|only|hypothetically|theoretically|potentially|necessarily|currently|already|both|all|hardly)$/;

/** The first word after the cut that is no adverb. */
export function predicateHead(words: readonly Word[], end: number): number {
  let at = end;
  while (
    at < words.length - 1 &&
    (/^RB/.test(words[at].tag) || isNot(words[at]) || (ADVERB_LIKE.test(words[at].lower) && words[at].tag !== 'VB'))
  ) {
    // "likely to", "more likely than" and "most" are no adverbs of the verb.
    if (words[at].tag === 'RBR' && words[at + 1]?.lower === 'than') break;
    if (words[at].lower === 'likely' && (words[at + 1]?.tag === 'TO' || words[at + 1]?.lower === 'than')) break;
    if (/^(both|all)$/.test(words[at].lower) && /^(DT|PRP\$|NN|NNS|JJ|IN)$/.test(words[at + 1]?.tag ?? '')) break;
    at++;
  }
  return at;
}

/** How far the words after the cut look like what the auxiliary wants. */
function scorePredicate(words: readonly Word[], end: number, { kind, senses }: FindSubjectOptions): number {
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

/** Nouns that stand for adverbs. */
const TIME_ADVERB = /^(today|tomorrow|yesterday|tonight|now)$/;

const BARE_PREDICATE =
  /^(part|parts|able|native|enough|one|similar|capable|worth|due|members?|friends?|home|full|popular|responsible|necessary|ruler|president|king|queen|possible)$/;

function scoreAfterBe(words: readonly Word[], end: number, at: number, senses: WordSenses): number {
  const head = words[at];
  const before = words[end - 1];
  const next = words[at + 1];
  const adverbs = at > end ? 1 : 0;
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

/** "What is …?": no predicate is the rule, unless one stands out. */
function scoreWhole(words: readonly Word[]): number {
  const last = words[words.length - 1];
  return isNoun(last) || /^(VBG|VB|JJ|RB)$/.test(last.tag) ? 3 : last.tag === 'IN' ? -3 : 1;
}

/** The end of the subject by the parse: its words reach from the first word to here without a gap. */
export function parsedEnd(words: readonly Word[]): number | undefined {
  if (words.some((word) => word.head === undefined)) return undefined;
  const first = words[0].at;
  const subject = words.find((word) => /^(nsubj|csubj|expl)/.test(word.relation ?? '') && governs(words, word.at, first));
  if (!subject) return undefined;
  let end = 0;
  while (end < words.length && governs(words, subject.at, words[end].at)) end++;
  return end > 0 && end < words.length ? end : undefined;
}

function governs(words: readonly Word[], head: number, at: number): boolean {
  const offset = words[0].at;
  let current: number | undefined = at;
  for (let step = 0; step < words.length && current !== undefined && current >= 0; step++) {
    if (current === head) return true;
    current = words[current - offset]?.head;
  }
  return false;
}
