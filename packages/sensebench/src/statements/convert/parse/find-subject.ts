/** Finds where the subject of an inverted clause ends ("Is | the capital of France | near Paris?"), by tags and parser. */
import { predicateHead, scorePredicate, type WordSenses } from './score-predicate.ts';
import { type AuxiliaryKind, isNot } from './verb-groups.ts';
import { isFiniteVerb, isNoun, type Word } from './words.ts';

export interface SubjectCut {
  /** Index of the first word after the subject. */
  end: number;
  /** Whether the parser agrees; undefined without a parse. */
  parserAgrees: boolean | undefined;
  /** The margin of the best cut over the second best. */
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

/** Takes the words after the auxiliary. Null if no cut makes sense. */
export const findSubject = (words: readonly Word[], options: FindSubjectOptions): SubjectCut | null =>
  subjectCuts(words, options)[0] ?? null;

/** The best cut and the second. */
export function subjectCuts(words: readonly Word[], options: FindSubjectOptions): SubjectCut[] {
  if (words.length === 0) return [];
  const voted = parsedEnd(words);
  const scores: { end: number; score: number }[] = [];
  const last = options.mayBeWhole ? words.length : words.length - 1;
  for (let end = 1; end <= last; end++) {
    let score = scoreSubject(words, end) + (end === words.length ? scoreWhole(words) : scorePredicate(words, end, options)) - 0.08 * end;
    if (voted === end) score += 2.5;
    // "What is a good place to be?": a preposition or a clause is not a predicate unless its noun was fronted.
    if (
      options.mayBeWhole &&
      end < words.length - 1 &&
      /^(IN|TO|WRB|WP|WDT|DT|NN|NNS|NNP|CD|PRP\$)$/.test(words[predicateHead(words, end)].tag)
    )
      score -= 2.5;
    if (options.needsGap && end < words.length && hasNoGap(words, predicateHead(words, end))) score -= 3;
    scores.push({ end, score });
  }
  scores.sort((a, b) => b.score - a.score || a.end - b.end);
  return scores.slice(0, 2).map(({ end, score }, i) => ({
    end,
    parserAgrees: voted === undefined ? undefined : voted === end,
    margin: scores.length < 2 ? 10 : i === 0 ? score - scores[1].score : score - scores[0].score,
    score,
  }));
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

/** "What is …?": usually there is no predicate, unless one scores far higher. */
function scoreWhole(words: readonly Word[]): number {
  const last = words[words.length - 1];
  return isNoun(last) || /^(VBG|VB|JJ|RB)$/.test(last.tag) ? 3 : last.tag === 'IN' ? -3 : 1;
}

/** Whether its words reach from the first word to here without a gap. */
function parsedEnd(words: readonly Word[]): number | undefined {
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

const PRONOUN = /^(i|you|he|she|it|we|they|there|one|everyone|everybody|someone|somebody|anyone|anybody|nobody|this|that|these|those)$/;

/** How much the words before a cut look like a whole noun phrase. */
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

/** Relative clauses that began before the cut and still need their verb. */
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
