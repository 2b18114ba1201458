/** Questions that are refused before any rule is tried, each with its reason for the ledger. */
import { isBlank, isWh } from './locate-wh.ts';
import { auxiliaryKind } from './verb-groups.ts';
import type { Word } from './words.ts';

const YES = /^(yes|true)$/i;
const NO = /^(no|false)$/i;

/** The strings yes, no, true and false count as booleans where the question needs one. */
export function booleanOf(answer: string | boolean): boolean | null {
  if (typeof answer === 'boolean') return answer;
  const text = answer.trim().replace(/[.!]$/, '');
  return YES.test(text) ? true : NO.test(text) ? false : null;
}

const NONE = /^(none|neither) of (these|those|the above|them|the following)\b|^no answer$|^not enough information\b/i;
const ALL =
  /^(all|both|any|each) of (these|those|the above|them|the following)\b|^all (are|of the) (correct|above)|^(both )?[a-e] and [a-e]\.?$/i;

/** Replaces "All of the above" by its parts, if the other choices are known. */
export function withParts(answer: string, choices: readonly string[] = []): string {
  if (!/^all of (these|the above|them|the following)\b/i.test(answer.trim())) return answer;
  const others = choices
    .map((choice) => choice.trim().replace(/\.$/, ''))
    .filter((choice) => choice !== '' && !ALL.test(choice) && !NONE.test(choice));
  if (others.length < 2 || others.some((choice) => choice.split(' ').length > 6)) return answer;
  return `${others.slice(0, -1).join(', ')} and ${others[others.length - 1]}`;
}

export function refusedText(answer: string | boolean): string | null {
  if (typeof answer === 'boolean') return null;
  if (!/[\p{L}\p{N}]/u.test(answer)) return 'answer without letter or digit';
  if (NONE.test(answer.trim())) return 'the answer is none of the choices';
  if (ALL.test(answer.trim())) return 'the answer is all of the choices';
  return null;
}

/** Blanks that are next to each other are one. */
export function refusedQuestion(
  words: readonly Word[],
  { isBoolean, hasChoices }: { isBoolean: boolean; hasChoices: boolean },
): string | null {
  const blanks = words.filter((word, i) => isBlank(word) && !(words[i - 1] && isBlank(words[i - 1]))).length;
  if (blanks > 1) return 'two blanks';
  if (asksTwice(words)) return 'two questions';
  if (!hasChoices && onlyAmongChoices(words)) return 'a superlative among choices that are not given';
  const asks = isWh(words[0]) && !startsWithClause(words) && words.some(({ text }) => text.startsWith('?'));
  return isBoolean && blanks === 0 && asks ? 'wh-question with yes or no' : null;
}

/** "Which of these elements is the least conductive?" is true among its choices only: without them it is refused. */
export function onlyAmongChoices(words: readonly Word[]): boolean {
  const which = words.findIndex(
    (word, i) => /^(which|what)$/.test(word.lower) && words[i + 1]?.lower === 'of' && /^(these|those|the)$/.test(words[i + 2]?.lower ?? ''),
  );
  if (which < 0 || (words[which + 2].lower === 'the' && words[which + 3]?.lower !== 'following')) return false;
  return words.slice(which).some((word, i, rest) => {
    if (word.tag === 'JJS' && /^\p{L}+est$/u.test(word.lower) && !/^(best|latest|closest)$/.test(word.lower)) return true;
    return (
      /^(most|least)$/.test(word.lower) &&
      (rest[i + 1]?.tag === 'JJ' || /ally$/.test(rest[i + 1]?.lower ?? '')) &&
      !/^(likely|common|important|responsible|similar|useful|helpful|appropriate|effective|affected|basically|typically|generally)$/.test(
        rest[i + 1].lower,
      )
    );
  });
}

/** "Which gas is provided and which gas is removed?" has two answers in one text. */
function asksTwice(words: readonly Word[]): boolean {
  const first = words.findIndex(isWh);
  return words.some(
    (word, i) =>
      i > first + 2 &&
      first >= 0 &&
      word.lower === words[first].lower &&
      /^(which|what|who|where)$/.test(word.lower) &&
      /^(and|or)$/.test(words[i - 1].lower),
  );
}

/** "When it landed, was it winter?": the question begins behind the comma. */
function startsWithClause(words: readonly Word[]): boolean {
  return words.some(({ text }, i) => text === ',' && auxiliaryKind(words[i + 1]) !== undefined);
}
