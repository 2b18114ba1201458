/** Faults of a made sentence that its tags show: wrong number, a bare noun, remaining question words, a clause without "that". */

import { inflectVerb } from '../../../nlp/word-forms/index.ts';
import type { Asked } from '../convert-question.ts';
import { isWh } from '../parse/locate-wh.ts';
import { auxiliaryKind } from '../parse/verb-groups.ts';
import { contentWords, isFiniteVerb, isFunctionWord, type Word } from '../parse/words.ts';

export function sentenceFaults(words: readonly Word[], asked: Asked): string[] {
  const found = new Set<string>();
  const last = words[words.length - 1];
  const first = words[0];
  if (last && (/^(DT|TO|CC|PRP\$)$/.test(last.tag) || /^(of|as|than|is|are|the|a|an|and|or)$/.test(last.lower))) found.add('ends open');
  if (last?.tag === 'IN') found.add('ends with a preposition');
  if (first && /^(which|how|why|whose|where)$/.test(first.lower)) found.add('begins with a question word');
  if (words.some((word) => /^(following|choices|statements)$/.test(word.lower))) found.add('choices left');
  if (words.some((word, i) => /^(these|those)$/.test(word.lower) && !/^(NNS|NN|CD|JJ)$/.test(words[i + 1]?.tag ?? '') && i > 0))
    found.add('pointer left');
  if (words.some((word, i) => i > 1 && word.lower === 'which' && !/^(IN|,|TO)$/.test(words[i - 1].tag) && isWh(word)))
    found.add('which inside');
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (!next) continue;
    if (/^(is|are|was|were)$/.test(word.lower) && /^(is|are|was|were)$/.test(next.lower)) found.add('two copulas');
    if (/^(NNS)$/.test(word.tag) && (next.tag === 'VBZ' || /^(is|was|has)$/.test(next.lower)) && headIsNear(words, i))
      found.add('plural with singular verb');
    if (
      /^(NN)$/.test(word.tag) &&
      /^(are|were|have)$/.test(next.lower) &&
      i < 3 &&
      !words.slice(0, i).some((w) => /^(and|,)$/.test(w.lower))
    )
      found.add('singular with plural verb');
    if (/^(called|named)$/.test(word.lower) && /^(when|if|that|in|on|by|because|is|are|,)$/.test(next.lower)) found.add('called nothing');
    if (word.lower === 'that' && next.lower === 'that') found.add('doubled that');
    if (/^(a|an)$/.test(word.lower) && next.tag === 'NNS') found.add('a before a plural');
    if (
      /^(DT)$/.test(word.tag) &&
      /^(DT|VBZ|VBP|IN|PRP)$/.test(next.tag) &&
      !/^(that|this|these|those|all|both|each|some|any|no|either|neither|half)$/.test(word.lower)
    )
      found.add('determiner without noun');
    if (/^(PRP)$/.test(word.tag) && i > 0 && /^(is|are|be)$/.test(words[i - 1].lower)) found.add('pronoun after be');
    if (
      word.tag === 'IN' &&
      next.tag === 'IN' &&
      !/^(because|as|such|instead|out|from|that|than|up|if|so|of|in)$/.test(word.lower) &&
      word.at < 0
    )
      found.add('two prepositions');
    if (word.at >= 0 && next.at < 0 && word.tag === 'IN' && next.tag.startsWith('VB') && next.tag !== 'VBG')
      found.add('preposition before a verb');
    if (i > 0 && /^(NN|NNS|JJ)$/.test(word.tag) && word.at < 0 && next.at >= 0 && /^(NN|NNS)$/.test(next.tag) && words[i + 1].at > 0)
      found.add('answer before a noun');
    if (i > 0 && /^(NN|NNS)$/.test(words[i - 1].tag) && words[i - 1].at >= 0 && word.at < 0 && /^(NN|NNS|DT|JJ)$/.test(word.tag))
      found.add('answer after a noun');
  }
  const finite = words.filter((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined).length;
  if (finite === 0) found.add('no verb');
  if (finite > 4) found.add('many verbs');
  if (typeof asked.answer !== 'boolean' && asked.answer.kind === 'clause' && clauseUnjoined(words)) found.add('clause not joined');
  const lost = lostOutside(words, asked);
  if (lost > 0) found.add(lost > 2 ? 'lost more' : `lost ${lost}`);
  if (losesModifier(words, asked)) found.add('lost modifier');
  return [...found];
}

/** No preposition between the start of the clause and the plural noun: it is the head. */
const headIsNear = (words: readonly Word[], at: number) =>
  !words.slice(Math.max(0, at - 4), at).some((word) => /^(IN|TO|CC|WDT)$/.test(word.tag));

/** Two finite verbs of the made words with nothing that joins them. */
function clauseUnjoined(words: readonly Word[]): boolean {
  const start = words.findIndex((word) => word.at < 0 && !/^(that|because|in|,|the|what|is|are|was|were|when|by|of)$/.test(word.lower));
  if (start <= 0) return false;
  const before = words.slice(0, start);
  return (
    before.some((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined) &&
    !/^(that|because|,|when|by|if|as|while)$/.test(before[before.length - 1].lower)
  );
}

/** "Which part of a pine tree …" → "A needle …": the modifier of the wh-phrase's noun is lost. */
function losesModifier(words: readonly Word[], { words: asking, answer }: Asked): boolean {
  const at = asking.findIndex(isWh);
  if (at < 0 || typeof answer === 'boolean') return false;
  let noun = at + 1;
  while (asking[noun] && /^(JJ|JJR|JJS|NN|NNS|NNP|CD|HYPH|POS)$/.test(asking[noun].tag)) noun++;
  let end = noun;
  while (asking[end] && !isFiniteVerb(asking[end]) && auxiliaryKind(asking[end]) === undefined) end++;
  const behind = asking.slice(noun, end).filter((word) => /^(NN|VBN|VBG|JJ)/.test(word.tag));
  const kept = new Set(words.flatMap((word) => [word.lower, word.lemma]));
  return behind.some((word) => !kept.has(word.lower) && !kept.has(word.lemma));
}

/** Content words of the question that the statement lost, those of the wh-phrase aside. */
function lostOutside(words: readonly Word[], { words: asking, text }: Asked): number {
  const at = asking.findIndex(isWh);
  let end = at + 1;
  while (at >= 0 && asking[end] && !isFiniteVerb(asking[end]) && auxiliaryKind(asking[end]) === undefined) end++;
  const phrase = new Set(
    at < 0
      ? []
      : contentWords(
          asking
            .slice(at, end)
            .map(({ text: word }) => word)
            .join(' '),
        ),
  );
  return lostContent(text, words.map(({ text: word }) => word).join(' ')).filter(
    (word) => !phrase.has(word) && !/^(following|choices|best|describes?|explains?|statement)$/.test(word),
  ).length;
}

interface Fault {
  name: string;
  /** The factor of the confidence. */
  factor: number;
}

const PRONOUN = /^(he|she|it|they|we|you|i|there)$/;

interface Checked {
  words: readonly Word[];
  statement: string;
  question: string;
}

/** A grammar check of a finished statement: each obvious fault lowers the confidence of the rule. */
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

/** Content words of the question that do not occur in the statement in any form. */
export function lostContent(question: string, statement: string): string[] {
  const kept = new Set(contentWords(statement));
  const known = (word: string) =>
    kept.has(word) || FORMS.some((form) => kept.has(inflectVerb(word, form)) || [...kept].some((own) => inflectVerb(own, form) === word));
  const asksWhatLike = /\bwhat\b.*\blike\b/i.test(question);
  return contentWords(question).filter((word) => !known(word) && !(word === 'like' && asksWhatLike));
}

const FORMS = ['VBD', 'VBZ', 'VBN', 'VBG'] as const;
