/** A grammar check of a finished statement: each fault that a reader would see at once lowers the confidence of the rule. */
import { inflectVerb } from '../../nlp/words/index.ts';
import { contentWords, isFunctionWord } from './content-words.ts';
import { auxiliaryKind } from './verb-groups.ts';
import type { Word } from './words.ts';

export interface Fault {
  name: string;
  /** The factor of the confidence. */
  factor: number;
}

const PRONOUN = /^(he|she|it|they|we|you|i|there)$/;

export interface Checked {
  words: readonly Word[];
  statement: string;
  question: string;
}

export function grammarFaults({ words, statement, question }: Checked): Fault[] {
  const faults: Fault[] = [];
  const add = (name: string, factor: number) => faults.push({ name, factor });
  if (!words.some((word) => word.tag.startsWith('VB') || auxiliaryKind(word) !== undefined)) add('no finite verb', 0.7);
  if (words[0] && auxiliaryKind(words[0]) !== undefined && !words[0].tag.startsWith('NN')) add('begins with an auxiliary', 0.4);
  const asked = question.toLowerCase();
  for (let i = 1; i < words.length; i++) {
    const before = words[i - 1];
    const word = words[i];
    const pair = `${before.lower} ${word.lower}`;
    if (asked.includes(pair)) continue;
    const first = auxiliaryKind(before);
    const second = auxiliaryKind(word);
    if (first && second && first !== 'do' && !(first === 'have' && second === 'have') && word.lower !== 'have' && word.tag !== 'NN')
      add('two auxiliaries', 0.45);
    if (first === 'do' && PRONOUN.test(word.lower)) add('do before its subject', 0.4);
    if (first === 'modal' && /^(DT|PRP|PRP\$|NNS|NNP)$/.test(word.tag)) add('modal without verb', 0.55);
    if (before.lower === word.lower && isFunctionWord(word.lower)) add('doubled word', 0.6);
    if (/^(a|an|the)$/.test(before.lower) && /^(a|an|the|is|are|was|were|in|on|at|of)$/.test(word.lower)) add('article without noun', 0.5);
  }
  const lost = lostContent(question, statement);
  if (lost.length > 0) add(`lost: ${lost.join(' ')}`, 0.7);
  if (/\?/.test(statement)) add('question mark left', 0.6);
  return faults;
}

/** Content words of the question that the statement has in no form. */
export function lostContent(question: string, statement: string): string[] {
  const kept = new Set(contentWords(statement));
  const known = (word: string) =>
    kept.has(word) || FORMS.some((form) => kept.has(inflectVerb(word, form)) || [...kept].some((own) => inflectVerb(own, form) === word));
  const asksWhatLike = /\bwhat\b.*\blike\b/i.test(question);
  return contentWords(question).filter((word) => !known(word) && !(word === 'like' && asksWhatLike));
}

const FORMS = ['VBD', 'VBZ', 'VBN', 'VBG'] as const;
