/** Finds where the subject of an inverted clause ends ("Is | the capital of France | near Paris?"), by tags and parser. */
import { parsedEnd } from './parsed-subject.ts';
import { predicateHead, scorePredicate, type WordSenses } from './score-predicate.ts';
import { scoreSubject } from './score-subject.ts';
import type { AuxiliaryKind } from './verb-groups.ts';
import { isNoun, type Word } from './words.ts';

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

/** Words after the auxiliary in; null where no cut makes sense. */
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
