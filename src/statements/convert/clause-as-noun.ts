/** A clause in the place of a noun, as its -ing form: "A lion cub practices hunting" → "a lion cub practicing hunting". */
import type { AnswerPhrase } from './answer-phrase.ts';
import { inVerbForm } from './verb-groups.ts';
import { made, type Word } from './words.ts';

const HELPER = /^(can|will|may|might|must|would|could|should|do|does|did|has|have|had)$/;

/** The -ing form of a clause without its subject: "They make small objects easier to see" → "making small objects easier to see". */
export function clauseAsGerund(answer: AnswerPhrase): Word[] | null {
  const [subject, verb, ...rest] = answer.bare;
  if (!subject || !verb || !/^(it|they|he|she|we|you)$/.test(subject.lower)) return null;
  const base = answer.verbBase(verb.lower);
  if (base === null || HELPER.test(verb.lower)) return null;
  return [...made(inVerbForm(base, 'VBG'), 'VBG'), ...rest];
}

/** The same with its subject, which must be a noun; null where the verb cannot be told or is a modal. */
export function clauseAsNoun(answer: AnswerPhrase): Word[] | null {
  const { bare } = answer;
  if (answer.kind !== 'clause' || /^(PRP|EX|IN|WRB|WP|WDT)$/.test(bare[0]?.tag ?? '') || bare.length < 3) return null;
  if (/^(it|they|he|she|we|you|i|there|this|that|as|if|when|because|after|before|while|both)$/.test(bare[0].lower)) return null;
  const at = bare.findIndex((word, i) => i > 0 && (/^(VBZ|VBP|VBD|MD)$/.test(word.tag) || HELPER.test(word.lower)));
  if (at < 0 || HELPER.test(bare[at].lower) || bare[at].tag === 'MD') return null;
  if (bare.slice(0, at).some((word) => /[,;]$|^and$/.test(word.text) || /^(that|which|who|where)$/.test(word.lower))) return null;
  const rest = bare.slice(at + 1);
  // A second clause or a second verb would want its own -ing form.
  if (
    rest.some(
      (word, i) =>
        /^(and|but|or|so)$/.test(word.lower) &&
        (rest.slice(i + 1).some((other) => /^(VBZ|VBP|VBD|MD)$/.test(other.tag)) || answer.verbBase(rest[i + 1]?.lower ?? '') !== null),
    )
  )
    return null;
  const base = baseOf(answer, bare[at]);
  return base === null ? null : [...bare.slice(0, at), ...made(inVerbForm(base, 'VBG'), 'VBG'), ...rest];
}

const baseOf = (answer: AnswerPhrase, verb: Word) => (/^(is|are|was|were)$/.test(verb.lower) ? 'be' : answer.verbBase(verb.lower));
