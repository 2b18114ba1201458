/** Replaces "any", "ever" and "some" once the answer is known (polarity items, Ladusaw, 1980): "any" needs a negation. */
import { isNot } from '../parse/verb-groups.ts';
import { made, replaced, type Word } from '../parse/words.ts';

const SOME: Readonly<Record<string, string>> = {
  any: 'some',
  anyone: 'someone',
  anybody: 'somebody',
  anything: 'something',
  anywhere: 'somewhere',
  anytime: 'sometime',
};

/** For a yes, "any" becomes "some" and "ever" is removed, except inside a comparison, a condition or a question. */
export function affirmed(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  let licensed = false;
  for (const [i, word] of words.entries()) {
    if (
      /^(than|if|whether|without|before|not|n't|never|no|hardly|unlikely|too|unable|refuse|deny|prevent|avoid|most|least|first|last)$/.test(
        word.lower,
      ) ||
      /^(JJS|RBS)$/.test(word.tag) ||
      isNot(word)
    )
      licensed = true;
    if (!licensed && word.lower === 'ever' && word.tag.startsWith('RB')) continue;
    // "any more", "any other" and free choice ("any adult can") stay; before a singular noun "any" becomes "a".
    if (!licensed && Object.hasOwn(SOME, word.lower) && !/^(more|longer|less|given)$/.test(words[i + 1]?.lower ?? '')) {
      const next = words[i + 1];
      const singular =
        word.lower === 'any' && next?.tag === 'NN' && words[i + 2]?.tag !== 'NNS' && !next.lower.endsWith('s') && isCountable(next);
      result.push(replaced(word, singular ? (/^[aeiou]/i.test(next.text) ? 'an' : 'a') : SOME[word.lower]));
    } else result.push(word);
  }
  return result;
}

const COUNTED =
  /^(person|way|country|state|city|animal|place|member|movie|film|chance|reason|part|character|book|event|day|year|planet|team|player|president)$/;
const isCountable = (word: Word) => COUNTED.test(word.lower);

export interface DeniedSubject {
  words: Word[];
  /** The subject itself carries the negation ("No one …", "Not all …"): the verb stays positive. */
  carries: boolean;
}

/** A no on a subject with a quantifier: "any X" → "no X", "all X" → "not all X", "anyone" → "no one". */
export function deniedSubject(subject: readonly Word[]): DeniedSubject {
  const [first, second] = subject;
  const rest = subject.slice(1);
  if (first === undefined) return { words: [...subject], carries: false };
  switch (first.lower) {
    case 'any':
    case 'some': {
      if (first.lower === 'some' && second?.tag === 'NN') return { words: [...subject], carries: false };
      return { words: second?.lower === 'of' ? [...made('none', 'NN'), ...rest] : [...made('no', 'DT'), ...rest], carries: true };
    }
    case 'anyone':
    case 'anybody':
    case 'someone':
    case 'somebody':
      // "Can someone …?" denies of a person, not of all people.
      if (first.lower.startsWith('some')) return { words: [...subject], carries: false };
      return { words: [...made(first.lower === 'anyone' ? 'no one' : 'nobody', 'NN'), ...rest], carries: true };
    case 'either':
      return { words: [...made('neither', 'DT'), ...rest], carries: true };
    case 'anything':
      return { words: [...made('nothing', 'NN'), ...rest], carries: true };
    case 'all':
    case 'every':
    case 'everyone':
    case 'everybody':
    case 'everything':
    case 'each':
      return { words: [...made('not', 'RB'), first.at >= 0 ? replaced(first, first.lower) : first, ...rest], carries: true };
    default:
      return { words: [...subject], carries: false };
  }
}

/** "ever" under a negated auxiliary: "has not … ever" reads "has never". */
export const isEver = (word: Word | undefined) => word?.lower === 'ever';

/** Adverbs that judge the whole sentence: "not" comes after them. */
export const isSentenceAdverb = (word: Word | undefined) =>
  word !== undefined &&
  /^(probably|likely|hypothetically|theoretically|possibly|potentially|presumably|arguably|technically|conceivably|normally|generally|typically|usually|definitely|certainly|still)$/.test(
    word.lower,
  );
