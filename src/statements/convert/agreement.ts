/** Agreement of a verb phrase with a new subject: "is found" → "are found", "limits" → "limit", and the copula of a clause's tense. */
import { auxiliaryKind, auxiliaryText, inVerbForm } from './verb-groups.ts';
import { isFiniteVerb, replaced, type Word } from './words.ts';

const PLURAL: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do' };
const SINGULAR: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' };

/** The first finite verb and the verbs coordinated with it take the number of the subject. */
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
