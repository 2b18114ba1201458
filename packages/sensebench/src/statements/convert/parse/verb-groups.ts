/** English auxiliaries: their forms, the verb forms that follow them, their negation, and the removal of do-support. */
import { inflectVerb } from '../../../nlp/word-forms/index.ts';
import { isFiniteVerb, made, replaced, type Word } from './words.ts';

export type AuxiliaryKind = 'do' | 'modal' | 'have' | 'be';

const KINDS: Readonly<Record<string, AuxiliaryKind>> = {
  do: 'do',
  does: 'do',
  did: 'do',
  doe: 'do',
  can: 'modal',
  could: 'modal',
  will: 'modal',
  would: 'modal',
  shall: 'modal',
  should: 'modal',
  may: 'modal',
  might: 'modal',
  must: 'modal',
  ca: 'modal',
  wo: 'modal',
  coud: 'modal',
  have: 'have',
  has: 'have',
  had: 'have',
  is: 'be',
  are: 'be',
  was: 'be',
  were: 'be',
  am: 'be',
  "'s": 'be',
  "'re": 'be',
  ai: 'be',
};

export const auxiliaryKind = (word: Word | undefined): AuxiliaryKind | undefined =>
  word !== undefined && Object.hasOwn(KINDS, word.lower) ? KINDS[word.lower] : undefined;

export const isNot = (word: Word | undefined) => word !== undefined && /^(not|n't|n’t|nt)$/.test(word.lower);

const FULL: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', "'s": 'is', "'re": 'are', coud: 'could', doe: 'does', ai: 'is' };

/** "Is" → "is", "ca" → "can", "WIll" → "will". */
export const auxiliaryText = (word: Word) => FULL[word.lower] ?? word.lower;

export function negated(auxiliary: Word): Word[] {
  const text = auxiliaryText(auxiliary);
  if (text === 'can') return [replaced(auxiliary, 'cannot')];
  // "must not" forbids; the denial of "must" is "need not".
  if (text === 'must') return made('need not', 'MD');
  if (text === 'may') return made('may not', 'MD');
  return [replaced(auxiliary, text), ...made('not', 'RB')];
}

export type VerbTag = 'VB' | 'VBZ' | 'VBP' | 'VBD' | 'VBN' | 'VBG';

const BE: Readonly<Record<VerbTag, string>> = { VB: 'be', VBZ: 'is', VBP: 'are', VBD: 'was', VBN: 'been', VBG: 'being' };

/** Inflects the base form of a verb; "be" agrees with the number of the subject. */
export function inVerbForm(lemma: string, tag: VerbTag, { plural = false }: { plural?: boolean } = {}): string {
  if (lemma === 'be') return tag === 'VBD' && plural ? 'were' : BE[tag];
  if (tag === 'VB' || tag === 'VBP') return lemma;
  if (lemma === 'have') return tag === 'VBZ' ? 'has' : tag === 'VBG' ? 'having' : 'had';
  if (lemma === 'do') return { VBZ: 'does', VBD: 'did', VBN: 'done', VBG: 'doing' }[tag];
  return inflectVerb(lemma, tag);
}

/** The form that takes over tense and person from "do", "does" or "did". */
export function formOfDo(auxiliary: Word, { plural }: { plural: boolean }): VerbTag {
  if (auxiliary.lower === 'did') return 'VBD';
  if (auxiliary.lower === 'do') return 'VBP';
  return plural ? 'VBP' : 'VBZ';
}

/** The verbs that share the main verb's auxiliary: "Did she win and leave?" */
export function coordinatedVerbs(words: readonly Word[], main: number): number[] {
  const found: number[] = [];
  for (let i = main + 2; i < words.length; i++) {
    const word = words[i];
    if (word.tag !== 'VB' && word.tag !== 'VBP') continue;
    let before = i - 1;
    while (before > main && words[before].tag.startsWith('RB') && !isNot(words[before])) before--;
    if (!/^(and|or|but)$/.test(words[before].lower)) continue;
    const between = words.slice(main + 1, before);
    const parsed = word.relation === 'conj' && word.head === words[main].at && word.at >= 0;
    const blocked = between.some((other) => other.tag === 'TO' || other.tag === 'MD' || /^(VBP|VBZ|VBD|VB)$/.test(other.tag));
    if (parsed || (!blocked && word.relation === undefined)) found.push(i);
  }
  return found;
}

const PLURAL: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do' };
const SINGULAR: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' };

/**
 * Agreement of a verb phrase with a new subject: "is found" → "are found", "limits" → "limit", and the copula of a clause's tense.
 * The first finite verb and the verbs coordinated with it take the number of the subject.
 */
export function agreeing(clause: readonly Word[], { plural }: { plural: boolean }): Word[] {
  // An aside between commas has verbs of its own.
  const from = clause[0]?.text === ',' ? clause.findIndex((word, i) => i > 0 && word.text === ',') : 0;
  const first = clause.findIndex((word, i) => i >= from && (isFiniteVerb(word) || auxiliaryKind(word) !== undefined));
  if (first < 0) return [...clause];
  const main = clause[first];
  return clause.map((word, i) =>
    i === first || (word.relation === 'conj' && word.head === main.at && main.at >= 0 && isFiniteVerb(word))
      ? inNumber(word, plural)
      : word,
  );
}

function inNumber(verb: Word, plural: boolean): Word {
  const text = auxiliaryText(verb);
  const forms = plural ? PLURAL : SINGULAR;
  if (Object.hasOwn(forms, text)) return replaced(verb, forms[text]);
  if (plural && verb.tag === 'VBZ' && auxiliaryKind(verb) === undefined)
    return { ...replaced(verb, inVerbForm(verb.lemma, 'VBP')), tag: 'VBP' };
  if (!plural && verb.tag === 'VBP' && auxiliaryKind(verb) === undefined && verb.lower === verb.lemma)
    return { ...replaced(verb, inVerbForm(verb.lemma, 'VBZ')), tag: 'VBZ' };
  return verb;
}

/** "is", "are", "was" or "were": the tense of the clause, the number of the subject. */
export function copulaFor(clause: readonly Word[], { plural }: { plural: boolean }): string {
  const verb = clause.find((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined);
  const past = verb?.tag === 'VBD' || /^(was|were|did|had)$/.test(verb?.lower ?? '');
  return past ? (plural ? 'were' : 'was') : plural ? 'are' : 'is';
}
